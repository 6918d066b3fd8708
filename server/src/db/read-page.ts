// One page of a project's objects, newest first, for every list except transactions. The statement contains only the
// conditions that have a value, because one that covers all combinations matches no index (docs/decisions/0076).
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';
import type { CountedType } from './object-counts.ts';

export interface PageRequest {
  readonly table: ListedTable;
  readonly columns: string;
  /** SQL condition of the whole list; without it, every row is listed. */
  readonly always?: string;
  /** Column and value; null: any. */
  readonly given: Readonly<Record<string, string | null>>;
  /** The counter that holds the unfiltered total (object-counts.ts); null: the total is counted through an index. */
  readonly counted: CountedType | null;
  readonly after: string | null;
  readonly limit: number;
}

type ListedTable =
  | 'invoices'
  | 'channels'
  | 'channel_payments'
  | 'account_transactions'
  | 'coin_withdrawals'
  | 'deposits'
  | 'subscriptions';

/** 404 when `after` is not a row of the project. */
export async function readPage<Row>(
  sql: Sql,
  projectId: string,
  requested: PageRequest,
): Promise<{ rows: readonly Row[]; total: number; hasMore: boolean }> {
  const { table, columns, after, limit } = requested;
  await checkCursor(sql, { table, projectId, after });
  const values: unknown[] = [projectId];
  const where = conditionsOf(requested, values);
  const total = countOf(sql, requested, { where, values: [...values] });
  let cursor = '';
  if (after !== null) cursor = ` and id < $${values.push(after)}`;
  values.push(limit + 1);
  const [rows, count] = await Promise.all([
    sql.query<Row>(
      `select ${columns} from ${table} where ${where}${cursor} order by id desc limit $${values.length}`,
      values,
    ),
    total,
  ]);
  return { rows: rows.slice(0, limit), total: count, hasMore: rows.length > limit };
}

function conditionsOf({ always, given }: PageRequest, values: unknown[]): string {
  const conditions = ['project_id = $1', ...(always === undefined ? [] : [always])];
  for (const [column, value] of Object.entries(given)) {
    if (value !== null) conditions.push(`${column} = $${values.push(value)}`);
  }
  return conditions.join(' and ');
}

async function countOf(
  sql: Sql,
  { table, counted, given }: PageRequest,
  counting: { where: string; values: readonly unknown[] },
): Promise<number> {
  const isAll = Object.values(given).every((value) => value === null);
  const [text, values] =
    isAll && counted !== null
      ? [
          `select coalesce(sum(n), 0)::bigint as n from object_counts
           where project_id = $1 and object_type = $2`,
          [counting.values[0], counted],
        ]
      : [`select count(*) as n from ${table} where ${counting.where}`, counting.values];
  const rows = await sql.query<{ n: number }>(text, values);
  return defined(rows[0], 'a count has one row').n;
}

/**
 * Throws 404 unless the cursor is absent or the id of a row of the project (wire.md 1.2): a list that continued from an
 * unknown row would only look complete.
 */
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
