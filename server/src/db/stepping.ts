// The newest rows of an index, read one after the other. A `limit` alone does not bound what is read: where the planner
// expects few rows it reads all of them and sorts, or walks along another index until it meets one. For one row at a
// time, asked for as a range of the whole key, the index that is meant is the only one in that order.

export interface Stepping {
  readonly table: string;
  /** What the index begins with, and the SQL of its value. */
  readonly key?: readonly (readonly [column: string, value: string])[];
  /** What it goes on with, unique behind the key. */
  readonly by: string;
  /** SQL, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** SQL: what holds for all of the index. */
  readonly always?: string | undefined;
  readonly most: number;
}

/** Of any index that goes on with an id. */
export const ANY_ID = {
  by: 'id',
  from: `'00000000-0000-0000-0000-000000000000'::uuid`,
  to: `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`,
} as const;

/** SQL: rows of the table, the highest first, and at most so many. */
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
