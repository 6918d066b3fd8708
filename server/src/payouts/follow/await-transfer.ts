// What becomes of a withdrawal whose transfer is given up: it waits for another one. One that a merchant was told is
// completed, and that a reorganisation took back, stays completed, and in the books as sent; it gets another
// transfer all the same, which it keeps (confirm.ts). Not so one that a person has accepted as paid by a transaction
// found on the chain: what is given up then was its older transfer.
import type { Tx } from '../../db/tx.ts';
import { moveWithdrawal } from '../../withdrawals/move.ts';
import { noteTransferLost } from '../../withdrawals/store-waits.ts';
import type { Wait } from '../../withdrawals/wait-reasons.ts';
import type { WithdrawalStatus } from '../../withdrawals/withdrawal.ts';
import type { PaidWithdrawal } from '../send/store.ts';

export interface Forsaken {
  readonly withdrawal: PaidWithdrawal;
  /** Where it may stand, unless it is completed. */
  readonly from: readonly WithdrawalStatus[];
  /** What is in its way; null when nothing is. */
  readonly wait: Wait | null;
  readonly dueAt: Date;
}

/** The caller holds the ledger lock, and has made sure that nothing of the transfer can be in a block. */
export async function awaitTransfer(tx: Tx, facts: Forsaken): Promise<void> {
  const { withdrawal, from, wait, dueAt } = facts;
  const { project_id: projectId, id } = withdrawal;
  const move = { projectId, id, transferId: null, txid: null, wait };
  await moveWithdrawal(tx, { ...move, from, to: 'pending' });
  await noteTransferLost(tx, { projectId, id, wait, dueAt });
}
