// The ledgers that a transfer touches: of the projects whose withdrawals it pays, and of the one that bears
// its fee. Locked first and in one order, like everywhere.
import type { Tx } from '../db/database.ts';
import { lockLedger } from '../ledger/post.ts';
import { paidBy } from './store.ts';
import type { TransferRow } from './transfer.ts';

export async function lockLedgersOf(tx: Tx, transfer: TransferRow): Promise<void> {
  const paid = await paidBy(tx, transfer);
  const all = [...paid.map((withdrawal) => withdrawal.project_id), transfer.project_id];
  const ids = [...new Set(all)].filter((id) => id !== null).sort();
  for (const id of ids) await lockLedger(tx, id);
}
