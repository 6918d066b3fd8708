// One page of an operator list, newest first unless it has another order. Ids rise with time, so the list is ordered by
// id. Conditions with an index select the rows. All others filter the first of those rows, up to a maximum, so that a
// rare status costs no more than a common one. A page may then be shorter, but still has a cursor
// (docs/decisions/0103-operator-lists.md).
import { DAY, MINUTE } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';
import {
  behindSql,
  furtherOf,
  type ListOrder,
  NEWEST_FIRST,
  orderSql,
  placeIn,
} from './list-order.ts';

// Reads the newest rows of an index one by one. A `limit` does not bound the rows that the planner reads: when it
// expects few rows, it reads and sorts all of them or walks another index. One row at a time, ordered by the whole
// key, forces the intended index.

export interface Stepping {
  readonly table: string;
  /** The leading columns of the index, and the SQL of their values. */
  readonly key?: readonly (readonly [column: string, value: string])[];
  /** Follows the key in the index, and is unique within it. */
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

/** SQL for the rows with the highest values, highest first. */
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

/** Skipped without a value. */
export type Condition = readonly [value: unknown, sql: (place: string) => string];

export interface PageRequest {
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
   * Their index continues with the id, or they have few rows per value. At most one of the first kind (`ledByFirst`).
   */
  readonly indexed?: readonly Condition[];
  readonly filters?: readonly Condition[];
  /** A condition of the whole list that is part of the index. */
  readonly always?: string;
  readonly span?: Span & { readonly column: string };
  /** Skips the check that `after` is still a row of the table. */
  readonly isPlaceKnown?: boolean;
  /** Defaults to `SLICE`. */
  readonly slice?: number;
  /** By an amount: `indexed` has the condition on its currency. */
  readonly order?: ListOrder | null;
}

export interface NewestPage<Row> {
  readonly rows: readonly Row[];
  /** `after` for the next page; null at the end. */
  readonly next: string | null;
}

export const SLICE = 5000;

/** 404 when `after` is not a row of the table. */
export async function newestPage<Row extends { readonly id: string }>(
  sql: Sql,
  requested: NewestRequest,
): Promise<NewestPage<Row>> {
  const { table, columns, joins = '', projectId, limit } = requested;
  const alias = aliasOf(requested);
  const project: Condition = [projectId, (place) => `${alias}.project_id = ${place}`];
  const ordered = { alias, order: orderOf(requested) };
  const place = placeOf(requested, await amountAt(sql, requested));
  const filters = [...(requested.filters ?? []), ...exactly(requested)];
  const values: unknown[] = [];
  const { indexed = [], always, slice: size = SLICE } = requested;
  const places = [project, ...indexed, ...around(requested), place];
  const inner = whereOf(places, { values, always });
  const order = orderSql(ordered);
  const slice = `from ${table} ${alias} ${inner} order by ${order}`;
  const sliced = { columns, slice, as: `${alias} ${joins}`, order, filters, size, limit };
  const { rows, next } = await slicedPage<Row>(sql, sliced, values);
  // The further one: rows stored in the meantime move the edge of the slice, and no row may appear twice.
  const last = rows.at(-1)?.id;
  if (next === null || last === undefined || last === next) return { rows, next };
  return { rows, next: await furtherOf(sql, { table, order: ordered.order }, [last, next]) };
}

interface Sliced {
  readonly columns: string;
  /** SQL from `from` to `order by`. */
  readonly slice: string;
  /** The alias of the slice, and joins. */
  readonly as: string;
  readonly order: string;
  readonly filters: readonly Condition[];
  readonly size?: number;
  readonly limit: number;
}

/** Filters the first rows of a slice. `values` are the slice's. `next` is the last row of the page or of the slice. */
export async function slicedPage<Row extends { readonly id: string }>(
  sql: Sql,
  { columns, slice, as, order, filters, size = SLICE, limit }: Sliced,
  values: readonly unknown[],
): Promise<NewestPage<Row>> {
  const all = [...values];
  const outer = whereOf(filters, { values: all });
  const most = `$${all.push(limit + 1)}`;
  const rows = await sql.query<Row>(
    `select ${columns} from (select * ${slice} limit ${outer === '' ? most : size}) ${as} ${outer}
     order by ${order} limit ${most}`,
    all,
  );
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
  if (outer === '') return { rows, next: null };
  const edge = `select id ${slice} offset ${size - 1} limit 1`;
  const [row] = await sql.query<{ id: string }>(edge, values);
  return { rows, next: row?.id ?? null };
}

/** The amount of the row by which the list is ordered, 0 for other lists. 404 when there is no such row. */
async function amountAt(sql: Sql, requested: NewestRequest): Promise<bigint> {
  const { table, projectId, after, isPlaceKnown } = requested;
  if (after === null || isPlaceKnown === true) return 0n;
  const values: unknown[] = [];
  const project: Condition = [projectId, (place) => `project_id = ${place}`];
  const where = whereOf([project, [after, (place) => `id = ${place}`]], { values });
  const rows = await sql.query<{ amount: bigint }>(
    `select ${orderOf(requested).by ?? '0'} as amount from ${table} ${where} limit 1`,
    values,
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0].amount;
}

/** Starts with `where`, or empty without conditions. Appends to `values`. */
export function whereOf(
  conditions: readonly Condition[],
  { values, always }: { values: unknown[]; always?: string | undefined },
): string {
  const parts = always === undefined ? [] : [always];
  for (const [value, sql] of conditions)
    if (value !== null && value !== undefined) parts.push(sql(`$${values.push(value)}`));
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`;
}

/** Only the first condition that has a value uses its index. */
export function ledByFirst(conditions: readonly Condition[]): {
  readonly indexed: readonly Condition[];
  readonly filters: readonly Condition[];
} {
  const present = conditions.filter(([value]) => value !== null && value !== undefined);
  return { indexed: present.slice(0, 1), filters: present.slice(1) };
}

function orderOf({ order }: NewestRequest): ListOrder {
  return order ?? NEWEST_FIRST;
}

function aliasOf({ table, alias }: NewestRequest): string {
  return alias ?? table;
}

function placeOf(requested: NewestRequest, amount: bigint): Condition {
  const { after } = requested;
  const of = { alias: aliasOf(requested), order: orderOf(requested) };
  if (of.order.by === null) return [after, (place) => behindSql(of, `${place}::uuid`)];
  return [after && [`${amount}`, after], (place) => behindSql(of, placeIn(place))];
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

/** Ids are created before their rows are stored (up to an idempotency key's lifetime), and clocks differ slightly. */
function around(requested: NewestRequest): Condition[] {
  // By amount, the ids of a time are anywhere in the index: the column itself filters a slice.
  if (requested.span === undefined || orderOf(requested).by !== null) return [];
  const { from, to } = requested.span;
  const id = `${aliasOf(requested)}.id`;
  return [
    [from && firstId(from.getTime() - DAY), (place) => `${id} >= ${place}::uuid`],
    [to && firstId(to.getTime() + MINUTE), (place) => `${id} < ${place}::uuid`],
  ];
}

export function firstId(time: number): string {
  const head = Math.max(0, time).toString(16).padStart(12, '0').slice(-12);
  return `${head.slice(0, 8)}-${head.slice(8)}-0000-0000-000000000000`;
}

/** Milliseconds since the epoch (core/ids.ts). */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The index on references starts with the project. */
export function ofReference(place: string, projectId: string | null): string {
  const any = 'project_id = any(array(select id from projects)) and ';
  return `${projectId === null ? any : ''}custom_id = ${place}`;
}

/** For rows without ids, ordered by their key. The caller has read one extra row. */
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
