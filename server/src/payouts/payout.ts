// The sending part of a withdrawal, which follows it (withdrawals/follow-payout.ts). Only this folder writes payouts.
// When a reorganization removes the block, the withdrawal stays completed, and only the payout returns to sent or
// waiting.
import { assert } from '../core/assert.ts';
import { assertMove, defineStatuses } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { followPayouts, type PayoutStep } from '../withdrawals/follow-payout.ts';
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

interface Named {
  readonly projectId: string;
  readonly id: string;
}

interface PayoutMove {
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

export const named = ({
  project_id: projectId,
  id,
}: Pick<PaidWithdrawal, 'project_id' | 'id'>) => ({
  projectId,
  id,
});

interface Moved {
  /** False when the payout is in none of the expected statuses. */
  readonly payout: boolean;
  /** False also when the withdrawal is already completed; it stays completed. */
  readonly withdrawal: boolean;
}

/** The caller holds the ledger lock. */
export async function movePayout(
  tx: Tx,
  { projectId, id, ...move }: PayoutMove & Named,
): Promise<Moved> {
  const moved = await movePayouts(tx, { ...move, payouts: [{ projectId, id }] });
  return { payout: moved.payouts.has(id), withdrawal: moved.withdrawals.has(id) };
}

/** A transaction can pay thousands. Presenting this many callbacks takes a few milliseconds of the event loop. */
const AT_ONCE = 200;

interface MovedSet {
  /** Ids of the withdrawals, as in `Moved`. */
  readonly payouts: ReadonlySet<string>;
  readonly withdrawals: ReadonlySet<string>;
}

/** The caller holds the ledger locks. */
export async function movePayouts(
  tx: Tx,
  { payouts, ...move }: PayoutMove & { readonly payouts: readonly Named[] },
): Promise<MovedSet> {
  for (const status of move.from) assertMove(payoutStatuses, { from: status, to: move.to });
  assert((move.to === 'waiting') === (move.dueAt !== undefined), 'what waits is due');
  const moved = { payouts: new Set<string>(), withdrawals: new Set<string>() };
  for (let at = 0; at < payouts.length; at += AT_ONCE) {
    const slice = await moveSlice(tx, move, payouts.slice(at, at + AT_ONCE));
    for (const id of slice.payouts) moved.payouts.add(id);
    for (const id of slice.withdrawals) moved.withdrawals.add(id);
  }
  return moved;
}

async function moveSlice(tx: Tx, move: PayoutMove, payouts: readonly Named[]): Promise<MovedSet> {
  const { from, to, step = to, transferId, txid, wait, dueAt = null, cancelledFor = null } = move;
  const withdrawals = await tx.query<Named>(
    `update payouts p set status = $4, transfer_id = $5, wait_reason = $6, wait_detail = $7, due_at = $8
     from unnest($1::uuid[], $2::uuid[]) as t(project_id, withdrawal_id)
     where p.project_id = t.project_id and p.withdrawal_id = t.withdrawal_id and p.status = any($3::text[])
     returning p.project_id "projectId", p.withdrawal_id as id`,
    [
      ...columnsOf(payouts, 'projectId', 'id'),
      from,
      to,
      transferId,
      wait?.reason ?? null,
      wait?.detail ?? null,
      dueAt,
    ],
  );
  const ids = payouts.map(({ id }) => id);
  tx.instance.traces?.about(ids);
  if (withdrawals.length === 0) return { payouts: new Set(), withdrawals: new Set() };
  return {
    payouts: new Set(withdrawals.map(({ id }) => id)),
    withdrawals: await followPayouts(tx, { withdrawals, step, txid, cancelledFor }),
  };
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
  readonly withdrawals: readonly PaidWithdrawal[];
  readonly from: readonly PayoutStatus[];
  /** Null when nothing blocks it. */
  readonly wait: Wait | null;
  readonly dueAt: Date;
}

/** SQL over a completed withdrawal `w` and its transfer `t`: `t` is in no block and did not complete `w`. */
export const SENT_ANEW = `w.status = 'completed' and t.status <> 'confirmed' and t.txid is distinct from w.txid`;

/** The caller holds the ledger lock and has verified that no transfer of the family can be in a block. */
export async function awaitTransfer(tx: Tx, abandoned: Abandoned): Promise<void> {
  const { withdrawals, from, wait, dueAt } = abandoned;
  const payouts = withdrawals.map(named);
  const move = { payouts, transferId: null, txid: null, wait, dueAt };
  await movePayouts(tx, { ...move, from, to: 'waiting' });
}
