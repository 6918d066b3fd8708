// The only place that changes the status of a payout, along its status table; the withdrawal follows. The update names
// the expected statuses, so a move that another process already made is not repeated.
import { assert } from '../core/assert.ts';
import { assertMove } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';
import { followPayout, type PayoutStep } from '../withdrawals/follow-payout.ts';
import type { CancelReason, Wait } from '../withdrawals/reasons.ts';
import { type PayoutStatus, payoutStatuses } from './payout.ts';

export interface PayoutMove {
  readonly projectId: string;
  /** Withdrawal id. */
  readonly id: string;
  /** May include `to`. The other fields are then still stored. */
  readonly from: readonly PayoutStatus[];
  readonly to: PayoutStatus;
  /** The next step of the withdrawal, when the status alone does not determine it. */
  readonly step?: PayoutStep;
  readonly transferId: string | null;
  readonly txid: string | null;
  /** The wait reason; null when nothing blocks it. */
  readonly wait: Wait | null;
  /** For a waiting payout: when it is checked next. */
  readonly dueAt?: Date;
  /** The reason for the cancellation, with `to: 'cancelled'`. */
  readonly cancelledFor?: CancelReason;
}

export interface Moved {
  /** False when the payout is in none of the expected statuses. */
  readonly payout: boolean;
  /** False also when the withdrawal is already completed; it stays completed. */
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

/** A transfer replaced another one that makes the same payments. A transfer without payments is not recorded here. */
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

/** Its block left the chain: the payment is pending again, while the merchant still sees it as completed. */
export async function noteReorganisedOut(
  tx: Tx,
  { coin, id }: { coin: string; id: string },
): Promise<void> {
  await tx.query(
    `update payouts set status = 'sent' where transfer_id = $2 and coin = $1 and status = 'confirmed'`,
    [coin, id],
  );
}
