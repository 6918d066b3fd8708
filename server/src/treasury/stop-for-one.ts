// Gives up an unsigned transfer because of one of the withdrawals that it was to pay: the others are planned anew
// without it.
import type { Tx } from '../db/tx.ts';
import { awaitTransfer } from './await-transfer.ts';
import { stopUnsigned } from './stop-unsigned.ts';
import { paidBy } from './store.ts';
import type { TransferRow } from './transfer.ts';

interface Stopping {
  /** Null: all of them are planned anew. */
  readonly withdrawalId: string | null;
  readonly transfer: TransferRow;
  readonly reason: string;
}

/** The caller holds the ledgers of all that it was to pay. False as of `stopUnsigned`. */
export async function stopForOne(tx: Tx, facts: Stopping): Promise<boolean> {
  const { withdrawalId, transfer } = facts;
  if (!(await stopUnsigned(tx, facts))) return false;
  const dueAt = tx.now;
  for (const withdrawal of await paidBy(tx, transfer)) {
    if (withdrawal.id === withdrawalId) continue;
    const waits = { withdrawal, wait: null, dueAt };
    await awaitTransfer(tx, { ...waits, from: ['processing'] });
  }
  return true;
}
