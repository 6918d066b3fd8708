// The sending part of a withdrawal, which follows it (withdrawals/follow-payout.ts). Only this folder writes payouts.
// When a reorganization removes the block, the withdrawal stays completed, and only the payout returns to sent or
// waiting.
import { assert } from '../core/assert.ts';
import { assertMove, defineStatuses } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { followPayout, type PayoutStep } from '../withdrawals/follow-payout.ts';
import type { CancelReason, Wait } from '../withdrawals/reasons.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import type { PaidWithdrawal } from './store-transfers.ts';

/** Due immediately. */
export async function openPayouts(
  tx: Tx,
  withdrawals: readonly Pick<WithdrawalRow, 'project_id' | 'id' | 'received_currency'>[],
): Promise<void> {
  if (withdrawals.length === 0) return;
  await tx.query(
    `insert into payouts (project_id, withdrawal_id, coin, status, due_at)
     select project_id, withdrawal_id, coin, 'waiting', $4
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as t(project_id, withdrawal_id, coin)`,
    [...columnsOf(withdrawals, 'project_id', 'id', 'received_currency'), tx.now],
  );
}

/** SQL: the payouts `p` of coin $1 that are due at $2, with their withdrawals `w`, longest waiting first. */
export const duePayouts = (limit: string) => `(
  select project_id, withdrawal_id, due_at, wait_reason, transfer_id from payouts o
  where coin = $1 and status = 'waiting' and due_at <= $2
  order by due_at, project_id, withdrawal_id limit ${limit}) p
  join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id`;

export const BY_DUE_TIME = 'p.due_at, p.project_id, p.withdrawal_id';

export type PayoutStatus = 'waiting' | 'planned' | 'sent' | 'failed' | 'confirmed' | 'cancelled';

/** The trigger `payouts_moves` enforces the same moves in the database. */
export const payoutStatuses = defineStatuses<PayoutStatus>('payout', {
  // Confirmed directly when it is an internal transfer (plan/pay-in-books.ts) or was found on the chain.
  waiting: ['planned', 'confirmed', 'cancelled'],
  // Can be canceled while nothing is signed.
  planned: ['waiting', 'sent', 'failed', 'confirmed', 'cancelled'],
  // On proof that its transfer can never confirm (follow/give-up.ts).
  sent: ['waiting', 'failed', 'confirmed'],
  failed: ['waiting', 'sent', 'confirmed', 'cancelled'],
  // A reorganization removed its block.
  confirmed: ['waiting', 'sent'],
  cancelled: [],
});

// The update names the expected statuses, so a move that another process already made is not repeated.

interface PayoutMove {
  readonly projectId: string;
  readonly id: string;
  /** May include `to`, to store the other fields only. */
  readonly from: readonly PayoutStatus[];
  readonly to: PayoutStatus;
  /** The next step of the withdrawal, when the status does not determine it. */
  readonly step?: PayoutStep;
  readonly transferId: string | null;
  readonly txid: string | null;
  /** Null when nothing blocks it. */
  readonly wait: Wait | null;
  /** For a waiting payout. */
  readonly dueAt?: Date;
  /** With `to: 'cancelled'`. */
  readonly cancelledFor?: CancelReason;
}

interface Moved {
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
    `update payouts set status = $4, transfer_id = $5, wait_reason = $6, wait_detail = $7,
       due_at = $8
     where project_id = $1 and withdrawal_id = $2 and status = any($3::text[]) returning 1`,
    [projectId, id, from, to, transferId, wait?.reason ?? null, wait?.detail ?? null, dueAt],
  );
  tx.instance.traces?.about([id]);
  if (moved.length === 0) return { payout: false, withdrawal: false };
  const step = move.step ?? to;
  const followed = { projectId, id, step, txid, cancelledFor: cancelledFor ?? null };
  return { payout: true, withdrawal: await followPayout(tx, followed) };
}

/** For replacements that make the same payments. */
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

/** The payment is pending again, while the merchant still sees it as completed. */
export async function noteReorganisedOut(
  tx: Tx,
  { coin, id }: { coin: string; id: string },
): Promise<void> {
  await tx.query(
    `update payouts set status = 'sent' where transfer_id = $2 and coin = $1 and status = 'confirmed'`,
    [coin, id],
  );
}

// Puts a payout back in the waiting state when its transfer is abandoned. A withdrawal that was already reported as
// completed stays completed and posted as sent, and its payout still gets a new transfer. Exception: a withdrawal that
// a person accepted as paid by a transaction found on the chain is confirmed, because the abandoned transfer was an
// older one.

interface Abandoned {
  readonly withdrawal: PaidWithdrawal;
  readonly from: readonly PayoutStatus[];
  /** Null when nothing blocks it. */
  readonly wait: Wait | null;
  readonly dueAt: Date;
}

/** SQL over a completed withdrawal `w` and its transfer `t`: `t` is in no block and did not complete `w`. */
export const SENT_ANEW = `w.status = 'completed' and t.status <> 'confirmed' and t.txid is distinct from w.txid`;

/** The caller holds the ledger lock and has verified that no transfer of the family can be in a block. */
export async function awaitTransfer(tx: Tx, abandoned: Abandoned): Promise<void> {
  const { withdrawal, from, wait, dueAt } = abandoned;
  const { project_id: projectId, id } = withdrawal;
  const move = { projectId, id, transferId: null, txid: null, wait, dueAt };
  await movePayout(tx, { ...move, from, to: 'waiting' });
}
