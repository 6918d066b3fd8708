// One page of rows whose text starts with a prefix, ordered by that text and then by id. One index covers both, so a
// page costs the same in a table of a million rows. Any other filter is applied to a bounded slice of rows
// (newest-page.ts).
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';
import {
  type Condition,
  type NewestPage,
  type PageRequest,
  SLICE,
  whereOf,
} from './newest-page.ts';

export interface BeginningRequest extends PageRequest {
  readonly table: string;
  readonly columns: string;
  readonly projectId: string;
  /** SQL of the text in byte order, as stored by an index that starts with the project. */
  readonly by: string;
  readonly beginning: string;
  /** The condition of the partial index. */
  readonly always?: string;
  readonly filters?: readonly Condition[];
}

/** Sorts after every text with that prefix. */
const LAST = '\u{10ffff}';

/** Errors: 404 when `after` is not a row of the table. */
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
  const slice = `from ${table} where ${parts.join(' and ')} order by ${by}, id`;
  const innerValues = [...values];
  const outer = whereOf(requested.filters ?? [], { values });
  const most = `$${values.push(limit + 1)}`;
  const rows = await sql.query<Row>(
    `select ${columns} from (select * ${slice} limit ${outer === '' ? most : SLICE}) ${table} ${outer}
     order by ${by}, id limit ${most}`,
    values,
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
  if (outer === '') return { rows, next: null };
  const [edge] = await sql.query<{ id: string }>(
    `select id ${slice} offset ${SLICE - 1} limit 1`,
    innerValues,
  );
  return { rows, next: edge?.id ?? null };
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
