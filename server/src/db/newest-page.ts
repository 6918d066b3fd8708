// A page of a list that the operator reads, newest first, of one project or of all: in the order of the ids, which rise
// with time. Conditions that an index begins with are where the rows are looked for; all others are asked of the newest
// rows of those, at most so many at once, so that a rare status costs what a common one does: then a page is shorter,
// and says where the next begins all the same (docs/decisions/0103-operator-lists.md).
import { DAY, MINUTE } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import type { Sql } from './database.ts';

/** A value, and the SQL that it stands in. Without a value there is no condition. */
export type Condition = readonly [value: unknown, sql: (place: string) => string];

export interface PageRequest {
  /** The last row of the page before. */
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
  /** Its name in what is asked of it; that of the table unless told. */
  readonly alias?: string;
  readonly columns: string;
  /** Null: of all. */
  readonly projectId: string | null;
  /** One row for each of the table's. */
  readonly joins?: string;
  /** With an index that goes on with the id, or that few rows share. Of the former one at most (`ledByFirst`). */
  readonly indexed?: readonly Condition[];
  /** Also of what is joined. */
  readonly filters?: readonly Condition[];
  /** What holds for all of the list, and is in the index. */
  readonly always?: string;
  readonly span?: Span & { readonly column: string };
  /** The place is known to be one, also where its row is not in the table any more. */
  readonly isPlaceKnown?: boolean;
  /** How many rows are looked at for one page; `SLICE` unless told. */
  readonly slice?: number;
}

export interface NewestPage<Row> {
  readonly rows: readonly Row[];
  /** Given as `after` for what follows; null at the end. */
  readonly next: string | null;
}

/** How many rows are looked at for one page. */
export const SLICE = 5000;

/** Errors: 404 when `after` is no row of the table. */
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

/** What was stored meanwhile moves the edge of the slice up, and must not show a row twice. */
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

/** With `where`, or nothing when nothing is given; adds the values. */
export function whereOf(
  conditions: readonly Condition[],
  { values, always }: { values: unknown[]; always?: string | undefined },
): string {
  const parts = always === undefined ? [] : [always];
  for (const [value, sql] of conditions)
    if (value !== null && value !== undefined) parts.push(sql(`$${values.push(value)}`));
  return parts.length === 0 ? '' : `where ${parts.join(' and ')}`;
}

/** The first that is given leads, by its index; the others are asked of what it finds. */
export function ledByFirst(conditions: readonly Condition[]): {
  readonly indexed: readonly Condition[];
  readonly filters: readonly Condition[];
} {
  const given = conditions.filter(([value]) => value !== null && value !== undefined);
  return { indexed: given.slice(0, 1), filters: given.slice(1) };
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
 * An id is made before what bears it is stored, at most as long as an idempotency key is kept; the clocks of two
 * processes may differ a little.
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

/** No id of that millisecond is smaller. */
export function firstId(time: number): string {
  const head = Math.max(0, time).toString(16).padStart(12, '0').slice(-12);
  return `${head.slice(0, 8)}-${head.slice(8)}-0000-0000-000000000000`;
}

/** The millisecond in which an id was made (core/ids.ts). */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The index of references begins with the project. */
export function ofReference(place: string, projectId: string | null): string {
  const any = 'project_id = any(array(select id from projects)) and ';
  return `${projectId === null ? any : ''}custom_id = ${place}`;
}

/** A page of what has no id, in the order of its key, of which one row more was read. */
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
