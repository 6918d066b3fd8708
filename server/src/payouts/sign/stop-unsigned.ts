// Gives up a transfer of which no signed bytes are stored, so that none were broadcast: its inputs or its number are
// free again. When others wait for its number, the next one that is planned takes it, or it is filled (fill-gaps.ts).
import type { Tx } from '../../db/tx.ts';
import { awaitTransfer } from '../follow/await-transfer.ts';
import { lockTransfer, moveTransfer, paidBy } from '../send/store.ts';
import type { TransferRow } from '../send/transfer.ts';
import { logTransfer } from '../send/transfer-log.ts';

interface Stopping {
  readonly transfer: TransferRow;
  readonly reason: string;
}

interface StoppingOne extends Stopping {
  /** Null: all of them are planned again. */
  readonly withdrawalId: string | null;
}

/**
 * Whoever is signing it right now finds it dead when he stores the bytes, and nothing is broadcast unstored.
 * False when it is past that.
 */
export async function stopUnsigned(tx: Tx, { transfer, reason }: Stopping): Promise<boolean> {
  const current = await lockTransfer(tx, transfer);
  if (current.status !== 'reserved') return false;
  await moveTransfer(tx, transfer, { from: ['reserved'], to: 'dead', dueAt: null });
  // What a bump spends is in no block yet: nobody's to spend until its transfer confirms.
  await tx.query(
    `update wallet_outputs set status = $3, transfer_id = null where coin = $1 and transfer_id = $2`,
    [transfer.coin, transfer.id, transfer.bumps === null ? 'unspent' : 'lost'],
  );
  await logTransfer(tx, {
    coin: transfer.coin,
    transferId: transfer.id,
    step: 'dead',
    facts: { reason },
  });
  return true;
}

/**
 * Gives up an unsigned transfer because of one of the withdrawals that it was to pay: the others are planned again
 * without it. The caller holds the ledgers of all that it was to pay. False as of `stopUnsigned`.
 */
export async function stopForOne(tx: Tx, stopping: StoppingOne): Promise<boolean> {
  const { withdrawalId, transfer } = stopping;
  if (!(await stopUnsigned(tx, stopping))) return false;
  const dueAt = tx.now;
  for (const withdrawal of await paidBy(tx, transfer)) {
    if (withdrawal.id === withdrawalId) continue;
    const waits = { withdrawal, wait: null, dueAt };
    await awaitTransfer(tx, { ...waits, from: ['planned'] });
  }
  return true;
}
