// One page of an operator list, newest first, of one project or of all projects. Ids rise with time, so the list is
// ordered by id. Conditions that an index starts with select the rows. All other conditions are applied to the newest
// of those rows, up to a maximum, so that a rare status costs no more than a common one. The page may then be shorter,
// but still has the cursor of the next one (docs/decisions/0103-operator-lists.md).
import { DAY, MINUTE } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';

// Reads the newest rows of an index one after another. A `limit` alone does not bound the rows read: when the planner
// expects few rows, it reads and sorts all of them, or walks another index until it finds one. Reading one row at a
// time, as a range over the whole key, leaves the intended index as the only one with that order.

export interface Stepping {
  readonly table: string;
  /** The leading columns of the index, and the SQL of their values. */
  readonly key?: readonly (readonly [column: string, value: string])[];
  /** The column that follows, unique within the key. */
  readonly by: string;
  /** SQL, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** SQL condition of the partial index. */
  readonly always?: string | undefined;
  readonly most: number;
}

/** For any index that continues with an id. */
export const ANY_ID = {
  by: 'id',
  from: `'00000000-0000-0000-0000-000000000000'::uuid`,
  to: `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`,
} as const;

/** SQL of rows of the table, highest first, up to a limit. */
export function stepping(wanted: Stepping): string {
  const { table, key = [], by, from, to, always = 'true', most } = wanted;
  const columns = [...key.map(([column]) => column), by];
  const at = (last: string) => `(${[...key.map(([, value]) => value), last].join()})`;
  const next = (below: string) =>
    `select * from ${table} where ${always} and (${columns.join()}) >= ${at(from)} and (${columns.join()}) ${below}
     order by ${columns.map((column) => `${column} desc`).join()} limit 1`;
  return `with recursive step as (
      select first.*, 1 as step from (${next(`<= ${at(to)}`)}) first
      union all
      select following.*, step.step + 1 from step
      cross join lateral (${next(`< ${at(`step.${by}`)}`)}) following where step.step < ${most})
    select * from step`;
}

/** A value, and the SQL that uses it. Without a value the condition is skipped. */
export type Condition = readonly [value: unknown, sql: (place: string) => string];

export interface PageRequest {
  /** The last row of the previous page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Both inclusive. */
export interface Span {
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface NewestRequest extends PageRequest {
  readonly table: string;
  /** The table's alias in the query; defaults to the table name. */
  readonly alias?: string;
  readonly columns: string;
  /** Null: all projects. */
  readonly projectId: string | null;
  /** Joins that add exactly one row for each row of the table. */
  readonly joins?: string;
  /**
   * Columns with an index that continues with the id, or with few rows per value. At most one column of the first kind
   * (`ledByFirst`).
   */
  readonly indexed?: readonly Condition[];
  /** May also use joined tables. */
  readonly filters?: readonly Condition[];
  /** A condition of the whole list that is part of the index. */
  readonly always?: string;
  readonly span?: Span & { readonly column: string };
  /** The cursor is valid even if its row is no longer in the table. */
  readonly isPlaceKnown?: boolean;
  /** Maximum rows read for one page; defaults to `SLICE`. */
  readonly slice?: number;
}

export interface NewestPage<Row> {
  readonly rows: readonly Row[];
  /** Pass as `after` for the next page; null at the end. */
  readonly next: string | null;
}

/** Maximum rows read for one page. */
export const SLICE = 5000;

/** Errors: 404 when `after` is not a row of the table. */
export async function newestPage<Row extends { readonly id: string }>(
  sql: Sql,
  requested: NewestRequest,
): Promise<NewestPage<Row>> {
  const { table, columns, joins = '', projectId, after, limit } = requested;
  const alias = aliasOf(requested);
  const project: Condition = [projectId, (place) => `${alias}.project_id = ${place}`];
  if (after !== null && requested.isPlaceKnown !== true)
    await checkPlace(sql, `${table} ${alias}`, { after, project });
  const filters = [...(requested.filters ?? []), ...exactly(requested)];
  const values: unknown[] = [];
  const { indexed = [], always, slice: size = SLICE } = requested;
  const places = [project, ...indexed, ...around(requested), placeOf(requested)];
  const inner = whereOf(places, { values, always });
  const slice = `from ${table} ${alias} ${inner} order by ${alias}.id desc`;
  const innerValues = [...values];
  const outer = whereOf(filters, { values });
  const most = `$${values.push(limit + 1)}`;
  const rows = await sql.query<Row>(
    `select ${columns} from (select * ${slice} limit ${outer === '' ? most : size}) ${alias} ${joins} ${outer}
     order by ${alias}.id desc limit ${most}`,
    values,
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
  if (outer === '') return { rows, next: null };
  const [edge] = await sql.query<{ id: string }>(
    `select id ${slice} offset ${size - 1} limit 1`,
    innerValues,
  );
  return { rows, next: earlier(edge?.id, rows.at(-1)?.id) };
}

/** Rows stored in the meantime move the edge of the slice up; no row may appear twice. */
function earlier(edge: string | undefined, last: string | undefined): string | null {
  if (edge === undefined) return null;
  return last !== undefined && last < edge ? last : edge;
}

async function checkPlace(
  sql: Sql,
  table: string,
  { after, project }: { after: string; project: Condition },
): Promise<void> {
  const values: unknown[] = [];
  const where = whereOf([project, [after, (place) => `id = ${place}`]], { values });
  const rows = await sql.query(`select 1 from ${table} ${where} limit 1`, values);
  if (rows.length === 0) throw notFound();
}

/** Starts with `where`, or empty when there are no conditions; adds the values. */
export function whereOf(
  conditions: readonly Condition[],
  { values, always }: { values: unknown[]; always?: string | undefined },
): string {
  const parts = always === undefined ? [] : [always];
  for (const [value, sql] of conditions)
    if (value !== null && value !== undefined) parts.push(sql(`$${values.push(value)}`));
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`;
}

/** The first condition that has a value uses its index. The others filter the result. */
export function ledByFirst(conditions: readonly Condition[]): {
  readonly indexed: readonly Condition[];
  readonly filters: readonly Condition[];
} {
  const present = conditions.filter(([value]) => value !== null && value !== undefined);
  return { indexed: present.slice(0, 1), filters: present.slice(1) };
}

function aliasOf({ table, alias }: NewestRequest): string {
  return alias ?? table;
}

function placeOf(requested: NewestRequest): Condition {
  return [requested.after, (place) => `${aliasOf(requested)}.id < ${place}::uuid`];
}

function exactly(requested: NewestRequest): Condition[] {
  const { span } = requested;
  if (span === undefined) return [];
  return within(`${aliasOf(requested)}.${span.column}`, span);
}

export function within(column: string, { from, to }: Span): Condition[] {
  return [
    [from, (place) => `${column} >= ${place}`],
    [to, (place) => `${column} <= ${place}`],
  ];
}

/**
 * An id is created before its row is stored, by at most the lifetime of an idempotency key. The clocks of two processes
 * may differ slightly.
 */
function around(requested: NewestRequest): Condition[] {
  if (requested.span === undefined) return [];
  const { from, to } = requested.span;
  const id = `${aliasOf(requested)}.id`;
  return [
    [from && firstId(from.getTime() - DAY), (place) => `${id} >= ${place}::uuid`],
    [to && firstId(to.getTime() + MINUTE), (place) => `${id} < ${place}::uuid`],
  ];
}

/** The smallest id of that millisecond. */
export function firstId(time: number): string {
  const head = Math.max(0, time).toString(16).padStart(12, '0').slice(-12);
  return `${head.slice(0, 8)}-${head.slice(8)}-0000-0000-000000000000`;
}

/** The millisecond in which an id was created (core/ids.ts). */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The index of references starts with the project. */
export function ofReference(place: string, projectId: string | null): string {
  const any = 'project_id = any(array(select id from projects)) and ';
  return `${projectId === null ? any : ''}custom_id = ${place}`;
}

/** A page of rows without ids, ordered by their key. The caller has read one extra row. */
export function keyedPage<Row>(
  read: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly string[],
): NewestPage<Row> {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  const next = read.length > limit && last !== undefined ? keyOf(last).join(',') : null;
  return { rows, next };
}
