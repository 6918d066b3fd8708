// Returns a payout to waiting when its transfer is abandoned, so that it gets a new transfer. A withdrawal that the
// merchant was notified is completed, and that a reorganization removed, stays completed and stays posted as sent; its
// payout still gets a new transfer and keeps it (confirm.ts). The exception is a withdrawal that a person has accepted
// as paid by a transaction found on the chain: it is confirmed, and the abandoned transfer was an older one.
import type { Tx } from '../db/tx.ts';
import type { Wait } from '../withdrawals/wait-reasons.ts';
import { movePayout } from './move-payout.ts';
import type { PayoutStatus } from './payout.ts';
import type { PaidWithdrawal } from './store-transfers.ts';

export interface Abandoned {
  readonly withdrawal: PaidWithdrawal;
  /** The statuses in which the payout is expected. */
  readonly from: readonly PayoutStatus[];
  /** Why it waits; null when nothing blocks it. */
  readonly wait: Wait | null;
  readonly dueAt: Date;
}

/**
 * SQL over `w`, a completed withdrawal, and `t`, its payout's transfer: true when that transfer is not the one that
 * completed the withdrawal and is in no block.
 */
export const SENT_ANEW = `w.status = 'completed' and t.status <> 'confirmed' and t.txid is distinct from w.txid`;

/** The caller holds the ledger lock and has verified that nothing of the transfer can be in a block. */
export async function awaitTransfer(tx: Tx, abandoned: Abandoned): Promise<void> {
  const { withdrawal, from, wait, dueAt } = abandoned;
  const { project_id: projectId, id } = withdrawal;
  const move = { projectId, id, transferId: null, txid: null, wait, dueAt };
  await movePayout(tx, { ...move, from, to: 'waiting' });
}
