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
