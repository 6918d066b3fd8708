// Abandons a transfer without stored signed bytes, so nothing was broadcast, and releases its inputs or number.
import type { Tx } from '../db/tx.ts';
import { awaitTransfer } from './payout.ts';
import { lockTransfer, moveTransfer, paidBy } from './store-transfers.ts';
import { logTransfer, type TransferRow } from './transfer.ts';

export type StopReason =
  | 'payouts_paused'
  | 'rejected_by_signer'
  | 'cancelled'
  /** A transaction found on the chain paid its withdrawal. */
  | 'found_on_chain'
  /** A lower number became unused. */
  | 'number_freed';

interface Stopping {
  readonly transfer: TransferRow;
  readonly reason: StopReason;
}

interface StoppingOne extends Stopping {
  /** Null: all of them are planned again. */
  readonly withdrawalId: string | null;
}

/** False when bytes are stored. A process that is signing it now cannot store its bytes after this. */
export async function stopUnsigned(tx: Tx, { transfer, reason }: Stopping): Promise<boolean> {
  const current = await lockTransfer(tx, transfer);
  if (current.status !== 'reserved') return false;
  await moveTransfer(tx, transfer, { from: ['reserved'], to: 'dead', dueAt: null });
  // The output that a bump spends is unspendable until its transfer confirms.
  await tx.query(
    `update wallet_outputs set status = $3, transfer_id = null where coin = $1 and transfer_id = $2`,
    [transfer.coin, transfer.id, transfer.bumps === null ? 'unspent' : 'lost'],
  );
  await logTransfer(tx, transfer, { step: 'dead', facts: { code: reason } });
  return true;
}

/** Plans the others again. The caller holds the ledger locks of all its withdrawals. */
export async function stopForOne(tx: Tx, stopping: StoppingOne): Promise<boolean> {
  const { withdrawalId, transfer } = stopping;
  if (!(await stopUnsigned(tx, stopping))) return false;
  const withdrawals = (await paidBy(tx, transfer)).filter(({ id }) => id !== withdrawalId);
  await awaitTransfer(tx, { withdrawals, wait: null, dueAt: tx.now, from: ['planned'] });
  return true;
}
