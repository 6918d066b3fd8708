// The status of a withdrawal that was committed changes here, along the table of all its statuses. The update names the
// statuses that it expects, so a move that somebody else made first is not made twice.
import { assertMove } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';
import type { Wait } from './wait-reasons.ts';
import { type WithdrawalStatus, withdrawalStatuses } from './withdrawal.ts';

export interface WithdrawalMove {
  readonly projectId: string;
  readonly id: string;
  /** With `to` among them, a withdrawal that has the txid already stays as it is. */
  readonly from: readonly WithdrawalStatus[];
  readonly to: 'pending' | 'processing' | 'sent' | 'completed' | 'failed' | 'cancelled';
  readonly transferId: string | null;
  readonly txid: string | null;
  /** What is in its way; null when nothing is. */
  readonly wait: Wait | null;
  /** Of a cancelled one: why, in the words of who cancelled it. */
  readonly cancelledFor?: string;
}

/** False when the withdrawal is in none of the expected statuses. The caller holds the ledger lock. */
export async function moveWithdrawal(tx: Tx, move: WithdrawalMove): Promise<boolean> {
  for (const from of move.from) assertMove(withdrawalStatuses, { from, to: move.to });
  const moved = await tx.query(
    `update coin_withdrawals
     set status = $4, transfer_id = $5, txid = $6, wait_reason = $7, failure = $8,
       due_at = case when $4 = 'pending' then $9::timestamptz end
     where project_id = $1 and id = $2 and status = any($3::text[])
       and (status <> $4 or txid is distinct from $6) returning 1`,
    [
      ...[move.projectId, move.id, move.from, move.to, move.transferId, move.txid],
      move.wait?.reason ?? null,
      move.wait?.said ?? move.cancelledFor ?? null,
      tx.now,
    ],
  );
  if (moved.length === 0) return false;
  await tx.till.reactions.withdrawalMoved(tx, move);
  return true;
}
