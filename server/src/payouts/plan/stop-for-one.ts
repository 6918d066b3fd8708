// Gives up an unsigned transfer because of one of the withdrawals that it was to pay: the others are planned again
// without it.
import type { Tx } from '../../db/tx.ts';
import { awaitTransfer } from '../follow/await-transfer.ts';
import { paidBy } from '../send/store.ts';
import type { TransferRow } from '../send/transfer.ts';
import { stopUnsigned } from '../sign/stop-unsigned.ts';

interface Stopping {
  /** Null: all of them are planned again. */
  readonly withdrawalId: string | null;
  readonly transfer: TransferRow;
  readonly reason: string;
}

/** The caller holds the ledgers of all that it was to pay. False as of `stopUnsigned`. */
export async function stopForOne(tx: Tx, stopping: Stopping): Promise<boolean> {
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
