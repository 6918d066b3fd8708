// The one place where the treasury changes the status of a withdrawal, along the table of all its statuses.
// The update names the statuses it expects, so a move that somebody else made first is not made twice.
import { assertMove } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';
import { type WithdrawalStatus, withdrawalStatuses } from '../withdrawals/withdrawal.ts';
import type { Treasury } from './treasury.ts';

export interface WithdrawalMove {
  readonly projectId: string;
  readonly id: string;
  /** With `to` among them, a withdrawal that has the txid already stays as it is. */
  readonly from: readonly WithdrawalStatus[];
  readonly to: 'pending' | 'processing' | 'sent' | 'completed' | 'failed' | 'cancelled';
  readonly transferId: string | null;
  readonly txid: string | null;
  /** Why it is stuck; null when it is not. */
  readonly failure: string | null;
}

/** False when the withdrawal is in none of the expected statuses. The caller holds the ledger lock. */
export async function moveWithdrawal(
  tx: Tx,
  facts: { treasury: Pick<Treasury, 'listener'>; move: WithdrawalMove },
): Promise<boolean> {
  const { treasury, move } = facts;
  for (const from of move.from) assertMove(withdrawalStatuses, { from, to: move.to });
  const moved = await tx.query(
    `update coin_withdrawals
     set status = $4, transfer_id = $5, txid = $6, failure = $7,
       due_at = case when $4 = 'pending' then $8::timestamptz end
     where project_id = $1 and id = $2 and status = any($3::text[])
       and (status <> $4 or txid is distinct from $6) returning 1`,
    [move.projectId, move.id, move.from, move.to, move.transferId, move.txid, move.failure, tx.now],
  );
  if (moved.length === 0) return false;
  await treasury.listener.changed(tx, move);
  return true;
}
