// What becomes of a withdrawal whose transfer is given up: it waits for another one. One that a merchant was told is
// completed, and that a reorganisation took back, stays completed, and in the books as sent; it gets another
// transfer all the same, which it keeps (confirm.ts). Not so one that a person has accepted as paid by a transaction
// found on the chain: what is given up then was its older transfer.
import type { Tx } from '../db/tx.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';
import { moveWithdrawal } from './move-withdrawal.ts';
import type { PaidWithdrawal } from './store.ts';
import type { Treasury } from './treasury.ts';

export interface Forsaken {
  readonly treasury: Pick<Treasury, 'listener'>;
  readonly withdrawal: PaidWithdrawal;
  /** Where it may stand, unless it is completed. */
  readonly from: readonly WithdrawalStatus[];
  /** What it shows while it waits. */
  readonly failure: string | null;
  readonly dueAt: Date;
}

/** The caller holds the ledger lock, and has made sure that nothing of the transfer can be in a block. */
export async function awaitTransfer(tx: Tx, facts: Forsaken): Promise<void> {
  const { treasury, withdrawal, from, failure, dueAt } = facts;
  const { project_id: projectId, id } = withdrawal;
  const move = { projectId, id, transferId: null, txid: null, failure };
  await moveWithdrawal(tx, { treasury, move: { ...move, from, to: 'pending' } });
  await tx.query(
    `update coin_withdrawals set transfer_id = null, failure = $3, due_at = $4
     where project_id = $1 and id = $2 and status in ('pending', 'completed')
       and not exists (select 1 from unknown_spends u where u.coin = received_currency and u.kind = 'payment'
         and u.subject = coin_withdrawals.id::text and u.txid = coin_withdrawals.txid and u.accepted_at is not null)`,
    [projectId, id, failure, dueAt],
  );
}
