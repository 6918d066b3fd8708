// The status of a payout changes here, along the table of its statuses, and its withdrawal follows. The update names
// the statuses that it expects, so a move that somebody else made first is not made twice.
import { assert } from '../core/assert.ts';
import { assertMove } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';
import type { CancelReason } from '../withdrawals/cancel-reasons.ts';
import { followPayout, type PayoutStep } from '../withdrawals/follow-payout.ts';
import type { Wait } from '../withdrawals/wait-reasons.ts';
import { type PayoutStatus, payoutStatuses } from './payout.ts';

export interface PayoutMove {
  readonly projectId: string;
  /** Of the withdrawal. */
  readonly id: string;
  /** With `to` among them, what else is said of it is stored all the same. */
  readonly from: readonly PayoutStatus[];
  readonly to: PayoutStatus;
  /** How the withdrawal follows, where that is not by the status alone. */
  readonly step?: PayoutStep;
  readonly transferId: string | null;
  readonly txid: string | null;
  /** What is in its way; null when nothing is. */
  readonly wait: Wait | null;
  /** Of one that waits: when it is looked at. */
  readonly dueAt?: Date;
  /** Why it is canceled, with `to: 'cancelled'`. */
  readonly cancelledFor?: CancelReason;
}

export interface Moved {
  /** False when the payout is in none of the expected statuses. */
  readonly payout: boolean;
  /** False too when the withdrawal is completed already, and stays completed. */
  readonly withdrawal: boolean;
}

/** The caller holds the ledger lock. */
export async function movePayout(tx: Tx, move: PayoutMove): Promise<Moved> {
  const { projectId, id, from, to, transferId, txid, wait, dueAt = null, cancelledFor } = move;
  for (const status of from) assertMove(payoutStatuses, { from: status, to });
  assert((to === 'waiting') === (dueAt !== null), 'what waits is due');
  const moved = await tx.query(
    `update payouts set status = $4, transfer_id = $5, wait_reason = $6, said = $7, refusal = null,
       due_at = $8
     where project_id = $1 and withdrawal_id = $2 and status = any($3::text[]) returning 1`,
    [projectId, id, from, to, transferId, wait?.reason ?? null, wait?.said ?? null, dueAt],
  );
  tx.instance.traces?.about([id]);
  if (moved.length === 0) return { payout: false, withdrawal: false };
  const step = move.step ?? to;
  const followed = { projectId, id, step, txid, cancelledFor: cancelledFor ?? null };
  return { payout: true, withdrawal: await followPayout(tx, followed) };
}

/** A transfer has taken the place of another one that pays the same. What pays nobody takes the place of none. */
export async function noteTransferReplaced(
  tx: Tx,
  { coin, from, to }: { coin: string; from: string; to: string },
): Promise<void> {
  await tx.query(
    `update payouts p set transfer_id = $3 where transfer_id = $2 and coin = $1
       and exists (select 1 from transfer_payments t where t.coin = $1 and t.transfer_id = $3
         and t.project_id = p.project_id and t.withdrawal_id = p.withdrawal_id)`,
    [coin, from, to],
  );
}

/** Its block left the chain: what it paid is on its way again, and stays completed for the merchant. */
export async function noteReorganisedOut(
  tx: Tx,
  { coin, id }: { coin: string; id: string },
): Promise<void> {
  await tx.query(
    `update payouts set status = 'sent' where transfer_id = $2 and coin = $1 and status = 'confirmed'`,
    [coin, id],
  );
}
