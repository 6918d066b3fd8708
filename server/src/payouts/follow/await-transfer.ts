// What becomes of a payout whose transfer is given up: it waits for another one. A withdrawal that its merchant was
// told is completed, and that a reorganisation took back, stays completed, and in the books as sent; its payout gets
// another transfer all the same, which it keeps (confirm.ts). Not so one that a person has accepted as paid by a
// transaction found on the chain: that is confirmed, and what is given up was its older transfer.
import type { Tx } from '../../db/tx.ts';
import type { Wait } from '../../withdrawals/wait-reasons.ts';
import { movePayout } from '../move-payout.ts';
import type { PayoutStatus } from '../payout.ts';
import type { PaidWithdrawal } from '../send/store.ts';

export interface Abandoned {
  readonly withdrawal: PaidWithdrawal;
  /** Where its payout may stand. */
  readonly from: readonly PayoutStatus[];
  /** What is in its way; null when nothing is. */
  readonly wait: Wait | null;
  readonly dueAt: Date;
}

/**
 * SQL over `w`, a completed withdrawal, and `t`, its payout's transfer: not the one that completed it, and in no
 * block.
 */
export const SENT_ANEW = `w.status = 'completed' and t.status <> 'confirmed' and t.txid is distinct from w.txid`;

/** The caller holds the ledger lock, and has made sure that nothing of the transfer can be in a block. */
export async function awaitTransfer(tx: Tx, abandoned: Abandoned): Promise<void> {
  const { withdrawal, from, wait, dueAt } = abandoned;
  const { project_id: projectId, id } = withdrawal;
  const move = { projectId, id, transferId: null, txid: null, wait, dueAt };
  await movePayout(tx, { ...move, from, to: 'waiting' });
}
