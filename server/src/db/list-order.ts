// The order of an operator list: by id, which rises with time, or by an amount in one currency. Either way an index has
// the rows in that order, so that a page costs the same wherever it is in the list.
import { defined } from '../core/assert.ts';
import type { Sql } from './database.ts';

export interface ListOrder {
  /** The column of amounts. Null: by time. */
  readonly by: string | null;
  /** Oldest or lowest first. */
  readonly isRising: boolean;
}

export const NEWEST_FIRST: ListOrder = { by: null, isRising: false };

/** As the only order, it needs an index that starts with the currency. */
export function isByAmount(order: ListOrder | null): boolean {
  return order !== null && order.by !== null;
}

/** A list whose rows have this alias, and its values. */
interface Ordered {
  readonly alias: string;
  readonly order: ListOrder;
}

/** SQL after `order by`. The id orders equal amounts. */
export function orderSql({ alias, order: { by, isRising } }: Ordered): string {
  const columns = by === null ? ['id'] : [by, 'id'];
  return columns.map((column) => `${alias}.${column} ${isRising ? 'asc' : 'desc'}`).join(', ');
}

/** SQL condition of the rows behind a place: an id, or an amount and an id. */
export function behindSql({ alias, order: { by, isRising } }: Ordered, place: string): string {
  const columns = by === null ? `${alias}.id` : `(${alias}.${by}, ${alias}.id)`;
  return `${columns} ${isRising ? '>' : '<'} ${place}`;
}

/** SQL of the place of a row by amount, given as a pair of texts. */
export function placeIn(pair: string): string {
  return `((${pair}::text[])[1]::numeric, (${pair}::text[])[2]::uuid)`;
}

/** The one of two rows that is further behind. */
export async function furtherOf(
  sql: Sql,
  { table, order: { by, isRising } }: { readonly table: string; readonly order: ListOrder },
  ids: readonly [string, string],
): Promise<string> {
  const order = { by, isRising: !isRising };
  if (by === null) return defined([...ids].sort()[order.isRising ? 0 : 1], 'there are two');
  const rows = await sql.query<{ id: string }>(
    `select id from ${table} where id = any($1::uuid[]) order by ${orderSql({ alias: table, order })} limit 1`,
    [ids],
  );
  return defined(rows[0], 'rows of a list stay').id;
}
