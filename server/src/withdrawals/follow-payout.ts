// The status of a withdrawal that was committed changes here, along the table of all its statuses: its payout
// (payouts/payout.ts) says what has become of it, and the withdrawal follows. The update names the statuses that it
// expects, so a move that somebody else made first is not made twice.
import { assertMove } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';
import { type CancelReason, cancelColumns } from './cancel-reasons.ts';
import { type WithdrawalStatus, withdrawalStatuses } from './withdrawal.ts';

/** What has become of a payout. */
export type PayoutStep =
  | 'waiting'
  | 'planned'
  | 'sent'
  | 'failed'
  | 'not_carried_out'
  | 'confirmed'
  | 'paid_in_books'
  | 'found_on_chain'
  | 'cancelled';

interface Move {
  readonly from: readonly WithdrawalStatus[];
  readonly to: WithdrawalStatus;
}

/**
 * What the withdrawal does then, one move after the other; the merchant is told each. A completed one stays completed
 * while its payout is sent again after a reorganization, and fails when a block holds it and paid nobody.
 */
const MOVES: Readonly<Record<PayoutStep, readonly Move[]>> = {
  waiting: [{ from: ['processing', 'sent', 'failed'], to: 'pending' }],
  planned: [{ from: ['pending'], to: 'processing' }],
  // Sent before under another txid: this one replaces it.
  sent: [{ from: ['processing', 'failed', 'sent'], to: 'sent' }],
  failed: [{ from: ['processing', 'sent', 'failed'], to: 'failed' }],
  not_carried_out: [{ from: ['processing', 'sent', 'failed', 'completed'], to: 'failed' }],
  confirmed: [
    // The process that broadcast it died before it could say so.
    { from: ['processing'], to: 'sent' },
    { from: ['sent', 'failed'], to: 'completed' },
  ],
  paid_in_books: [{ from: ['pending'], to: 'completed' }],
  found_on_chain: [
    { from: ['pending'], to: 'processing' },
    { from: ['processing', 'failed'], to: 'sent' },
    { from: ['sent'], to: 'completed' },
  ],
  // Of one on hold there is no payout (cancelHeld).
  cancelled: [{ from: ['pending', 'processing', 'failed'], to: 'cancelled' }],
};

interface Followed {
  readonly projectId: string;
  readonly id: string;
  readonly step: PayoutStep;
  readonly txid: string | null;
  /** Why it is canceled, with the step `cancelled`. */
  readonly cancelledFor: CancelReason | null;
}

/** False when the withdrawal is not where its payout is now. The caller holds the ledger lock. */
export async function followPayout(tx: Tx, followed: Followed): Promise<boolean> {
  const { step, ...withdrawal } = followed;
  let isLastMade = false;
  for (const one of MOVES[step]) {
    const isOnChain = one.to === 'sent' || one.to === 'failed' || one.to === 'completed';
    const txid = isOnChain ? followed.txid : null;
    isLastMade = await move(tx, { ...withdrawal, ...one, txid });
  }
  return isLastMade;
}

/** One that waits for a person, so that nothing of it is sent. False when it is no longer on hold. */
export function cancelHeld(
  tx: Tx,
  withdrawal: { projectId: string; id: string; cancelledFor: CancelReason },
): Promise<boolean> {
  return move(tx, { ...withdrawal, from: ['on_hold'], to: 'cancelled', txid: null });
}

async function move(
  tx: Tx,
  { projectId, id, from, to, txid, cancelledFor }: Move & Omit<Followed, 'step'>,
): Promise<boolean> {
  for (const one of from) assertMove(withdrawalStatuses, { from: one, to });
  const columns = cancelColumns(cancelledFor);
  // With `to` among those expected, one that has the txid already stays as it is.
  const moved = await tx.query(
    `update coin_withdrawals set status = $4, txid = $5, cancel_code = $6, cancelled_for = $7
     where project_id = $1 and id = $2 and status = any($3::text[])
       and (status <> $4 or txid is distinct from $5) returning 1`,
    [projectId, id, from, to, txid, columns.cancel_code, columns.cancelled_for],
  );
  if (moved.length === 0) return false;
  await tx.instance.reactions.withdrawalMoved(tx, { projectId, id });
  return true;
}

/** A completed one was paid by this transaction; false when that was noted before. */
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
