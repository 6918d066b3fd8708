// The only place that changes the status of a committed withdrawal, which follows its payout (payouts/payout.ts).
import { assertMove } from '../core/statuses.ts';
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
  readonly projectId: string;
  readonly id: string;
  readonly step: PayoutStep;
  readonly txid: string | null;
  /** With the step `cancelled`. */
  readonly cancelledFor: CancelReason | null;
}

/** Returns false when the withdrawal's status does not allow the move. The caller holds the ledger lock. */
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

/** Nothing is sent for a withdrawal that waits for a person. Returns false when it is no longer on hold. */
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
  // When `to` is among the expected statuses, a row that already has the txid is left unchanged.
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
