// One page of a project's objects, newest first, for every list except transactions. The statement contains only the
// conditions that have a value, because a statement for all combinations matches no index (docs/decisions/0076).
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';
import { type Condition, type NewestPage, type PageRequest, slicedPage } from './newest-page.ts';
import type { CountedType } from './object-counts.ts';

// One page of rows whose text starts with a prefix, ordered by that text and then by id. One index covers both, so a
// page costs the same in a table of a million rows. Other filters apply to a bounded slice (newest-page.ts).

interface BeginningRequest extends PageRequest {
  readonly table: string;
  readonly columns: string;
  readonly projectId: string;
  /** SQL of the text in byte order, as in an index that starts with the project. */
  readonly by: string;
  readonly beginning: string;
  readonly always?: string;
  readonly filters?: readonly Condition[];
}

/** Sorts after every text with that prefix. */
const LAST = '\u{10ffff}';

/** 404 when `after` is not a row of the table. */
export async function beginningPage<Row extends { readonly id: string }>(
  sql: Sql,
  { table, columns, projectId, by, beginning, after, limit, ...requested }: BeginningRequest,
): Promise<NewestPage<Row>> {
  const values: unknown[] = [projectId, beginning, `${beginning}${LAST}`];
  const parts = [`project_id = $1 and ${by} >= $2 and ${by} <= $3`];
  if (requested.always !== undefined) parts.push(requested.always);
  if (after !== null) {
    const key = await keyOf(sql, { table, by, projectId, id: after });
    parts.push(`(${by}, id) > ($${values.push(key)}, $${values.push(after)}::uuid)`);
  }
  const order = `${by}, id`;
  const slice = `from ${table} where ${parts.join(' and ')} order by ${order}`;
  const { filters = [] } = requested;
  return slicedPage(sql, { columns, slice, as: table, order, filters, limit }, values);
}

async function keyOf(
  sql: Sql,
  { table, by, projectId, id }: { table: string; by: string; projectId: string; id: string },
): Promise<string> {
  const [row] = await sql.query<{ key: string }>(
    `select ${by} as key from ${table} where project_id = $1 and id = $2`,
    [projectId, id],
  );
  if (row === undefined) throw notFound();
  return row.key;
}

export interface ProjectPageRequest {
  readonly table: ListedTable;
  readonly columns: string;
  /** SQL condition of the whole list. */
  readonly always?: string;
  /** Keyed by column; null: any value. */
  readonly given: Readonly<Record<string, string | null>>;
  /** The counter with the unfiltered total (object-counts.ts); null: the total is counted through an index. */
  readonly counted: CountedType | null;
  readonly after: string | null;
  readonly limit: number;
}

type ListedTable =
  | 'checkouts'
  | 'invoices'
  | 'channels'
  | 'channel_payments'
  | 'account_transactions'
  | 'coin_withdrawals'
  | 'deposits'
  | 'donations'
  | 'payment_links'
  | 'refund_claims'
  | 'subscriptions';

export async function readPage<Row>(
  sql: Sql,
  projectId: string,
  requested: ProjectPageRequest,
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

function conditionsOf({ always, given }: ProjectPageRequest, values: unknown[]): string {
  const conditions = ['project_id = $1', ...(always === undefined ? [] : [always])];
  for (const [column, value] of Object.entries(given)) {
    if (value !== null) conditions.push(`${column} = $${values.push(value)}`);
  }
  return conditions.join(' and ');
}

async function countOf(
  sql: Sql,
  { table, counted, given }: ProjectPageRequest,
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

/** A list that continued from an unknown row would look complete, so an unknown cursor is a 404 (wire.md 1.2). */
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
