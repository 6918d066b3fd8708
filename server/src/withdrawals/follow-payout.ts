// The only place that changes the status of a committed withdrawal, which follows its payout (payouts/payout.ts).
import { assertMove } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { type CancelReason, cancelColumns } from './reasons.ts';
import { type WithdrawalStatus, withdrawalStatuses } from './withdrawal.ts';

export type PayoutStep =
  | 'waiting'
  | 'planned'
  | 'sent'
  | 'failed'
  | 'reverted'
  | 'confirmed'
  | 'paid_in_books'
  | 'found_on_chain'
  | 'cancelled';

interface Named {
  readonly projectId: string;
  readonly id: string;
}

interface Move {
  readonly from: readonly WithdrawalStatus[];
  readonly to: WithdrawalStatus;
}

/** In order; the merchant is notified of each move. A reorganization does not change a completed withdrawal. */
const MOVES: Readonly<Record<PayoutStep, readonly Move[]>> = {
  waiting: [{ from: ['processing', 'sent', 'failed'], to: 'pending' }],
  planned: [{ from: ['pending'], to: 'processing' }],
  // It may have been sent under another txid, which this one replaces.
  sent: [{ from: ['processing', 'failed', 'sent'], to: 'sent' }],
  failed: [{ from: ['processing', 'sent', 'failed'], to: 'failed' }],
  reverted: [{ from: ['processing', 'sent', 'failed', 'completed'], to: 'failed' }],
  confirmed: [
    // The process that broadcast it crashed before recording that.
    { from: ['processing'], to: 'sent' },
    { from: ['sent', 'failed'], to: 'completed' },
  ],
  paid_in_books: [{ from: ['pending'], to: 'completed' }],
  found_on_chain: [
    { from: ['pending'], to: 'processing' },
    { from: ['processing', 'failed'], to: 'sent' },
    { from: ['sent'], to: 'completed' },
  ],
  // A withdrawal on hold has no payout (cancelHeld).
  cancelled: [{ from: ['pending', 'processing', 'failed'], to: 'cancelled' }],
};

interface Followed {
  readonly withdrawals: readonly Named[];
  readonly step: PayoutStep;
  readonly txid: string | null;
  /** With the step `cancelled`. */
  readonly cancelledFor: CancelReason | null;
}

/** Returns the ids of the withdrawals whose status allowed the last move. The caller holds the ledger locks. */
export async function followPayouts(tx: Tx, followed: Followed): Promise<ReadonlySet<string>> {
  const { step, ...withdrawals } = followed;
  let moved: ReadonlySet<string> = new Set();
  for (const one of MOVES[step]) {
    const isOnChain = one.to === 'sent' || one.to === 'failed' || one.to === 'completed';
    const txid = isOnChain ? followed.txid : null;
    moved = await move(tx, { ...withdrawals, ...one, txid });
  }
  return moved;
}

/** Nothing is sent for a withdrawal that waits for a person. Returns false when it is no longer on hold. */
export async function cancelHeld(
  tx: Tx,
  { cancelledFor, ...withdrawal }: Named & { cancelledFor: CancelReason },
): Promise<boolean> {
  const held = { withdrawals: [withdrawal], cancelledFor, txid: null } as const;
  const moved = await move(tx, { ...held, from: ['on_hold'], to: 'cancelled' });
  return moved.size > 0;
}

async function move(
  tx: Tx,
  { withdrawals, from, to, txid, cancelledFor }: Move & Omit<Followed, 'step'>,
): Promise<ReadonlySet<string>> {
  for (const one of from) assertMove(withdrawalStatuses, { from: one, to });
  const columns = cancelColumns(cancelledFor);
  // When `to` is among the expected statuses, a row that already has the txid is left unchanged.
  const moved = await tx.query<Named>(
    `update coin_withdrawals w set status = $4, txid = $5, cancel_code = $6, cancelled_for = $7
     from unnest($1::uuid[], $2::uuid[]) as t(project_id, id)
     where w.project_id = t.project_id and w.id = t.id and w.status = any($3::text[])
       and (w.status <> $4 or w.txid is distinct from $5) returning w.project_id "projectId", w.id`,
    [
      ...columnsOf(withdrawals, 'projectId', 'id'),
      from,
      to,
      txid,
      columns.cancel_code,
      columns.cancelled_for,
    ],
  );
  if (moved.length > 0) await tx.instance.reactions.withdrawalsMoved(tx, moved);
  return new Set(moved.map(({ id }) => id));
}

/** False when the transaction was already recorded. */
export async function noteTxid(
  tx: Tx,
  { projectId, id, txid }: { projectId: string; id: string; txid: string | null },
): Promise<boolean> {
  const changed = await tx.query(
    `update coin_withdrawals set txid = $3
     where project_id = $1 and id = $2 and status = 'completed' and txid is distinct from $3 returning 1`,
    [projectId, id, txid],
  );
  return changed.length > 0;
}
