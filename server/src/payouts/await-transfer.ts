// Puts a payout back in the waiting state when its transfer is abandoned, so that it gets a new transfer. If a
// reorganization removed a withdrawal that was already reported to the merchant as completed, it stays completed and
// posted as sent. Its payout still gets a new transfer (confirm.ts). Exception: a withdrawal that a person accepted as
// paid by a transaction found on the chain is confirmed, because the abandoned transfer was an older one.
import type { Tx } from '../db/tx.ts';
import type { Wait } from '../withdrawals/reasons.ts';
import { movePayout } from './move-payout.ts';
import type { PayoutStatus } from './payout.ts';
import type { PaidWithdrawal } from './store-transfers.ts';

export interface Abandoned {
  readonly withdrawal: PaidWithdrawal;
  /** The statuses in which the payout is expected. */
  readonly from: readonly PayoutStatus[];
  /** The wait reason; null when nothing blocks it. */
  readonly wait: Wait | null;
  readonly dueAt: Date;
}

/**
 * SQL over a completed withdrawal `w` and its payout's transfer `t`: true when `t` is in no block and is not the
 * transfer that completed the withdrawal.
 */
export const SENT_ANEW = `w.status = 'completed' and t.status <> 'confirmed' and t.txid is distinct from w.txid`;

/** The caller holds the ledger lock and has verified that no transfer of the family can be in a block. */
export async function awaitTransfer(tx: Tx, abandoned: Abandoned): Promise<void> {
  const { withdrawal, from, wait, dueAt } = abandoned;
  const { project_id: projectId, id } = withdrawal;
  const move = { projectId, id, transferId: null, txid: null, wait, dueAt };
  await movePayout(tx, { ...move, from, to: 'waiting' });
}
