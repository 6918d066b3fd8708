// The cursor of a list is the id of a row, and an unknown id, or another project's, is answered 404 like
// any other (wire.md 1.2): a list that went on from nowhere would look complete and not be. For every list.
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';

export type ListedTable =
  | 'invoices'
  | 'channels'
  | 'channel_payments'
  | 'account_transactions'
  | 'coin_withdrawals'
  | 'deposits'
  | 'subscriptions';

/** Throws 404 unless the cursor is absent or the id of a row of the project. */
export async function checkCursor(
  sql: Sql,
  cursor: { table: ListedTable; projectId: string; after: string | null },
): Promise<void> {
  if (cursor.after === null) return;
  const rows = await sql.query(`select 1 from ${cursor.table} where project_id = $1 and id = $2`, [
    cursor.projectId,
    cursor.after,
  ]);
  if (rows.length === 0) throw notFound();
}
