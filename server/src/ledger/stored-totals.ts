// Stored sums of postings by day and hour. Derived data: missing rows are summed again.
import { DAY, HOUR } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import type { DayMove, DaySale, DaySums, Span, SumUnit } from './add-up.ts';

export interface Unit {
  readonly name: SumUnit;
  readonly milliseconds: number;
  readonly kept: string;
  readonly keep: string;
}

export const DAYS: Unit = {
  name: 'day',
  milliseconds: DAY,
  kept: 'from day_sums',
  keep: 'insert into day_sums',
};
export const HOURS: Unit = {
  name: 'hour',
  milliseconds: HOUR,
  kept: 'from hour_sums',
  keep: 'insert into hour_sums',
};

export function startIn({ milliseconds }: Unit, time: number): number {
  return Math.floor(time / milliseconds) * milliseconds;
}

/** Keyed by the start of the unit. */
export async function readKept(
  sql: Sql,
  { kept }: Unit,
  { projectId, from, until }: Span & { projectId: string },
): Promise<ReadonlyMap<number, DaySums>> {
  const rows = await sql.query<StoredRow>(
    `select since, moved, sold ${kept}
     where project_id = $1 and since >= $2 and since < $3 order by project_id, since`,
    [projectId, from, until],
  );
  return new Map(rows.map((row) => [row.since.getTime(), sumsOf(row)]));
}

/** Existing sums are not overwritten. */
export async function storeTotals(
  sql: Sql,
  { keep }: Unit,
  { projectId, sums }: { projectId: string; sums: ReadonlyMap<number, DaySums> },
): Promise<void> {
  if (sums.size === 0) return;
  const textOf = (rows: readonly (DayMove | DaySale)[]) => JSON.stringify(rows.map(asText));
  const each = [...sums];
  await sql.query(
    `${keep} (project_id, since, moved, sold)
     select $1, since, moved, sold from unnest($2::timestamptz[], $3::jsonb[], $4::jsonb[]) as t(since, moved, sold)
     on conflict (project_id, since) do nothing`,
    [
      projectId,
      each.map(([since]) => new Date(since)),
      each.map(([, { moved }]) => textOf(moved)),
      each.map(([, { sold }]) => textOf(sold)),
    ],
  );
}

/** The sums of the days that contain these hours must be stored before. */
export async function purgeHours(sql: Sql, projectId: string, until: Date): Promise<void> {
  await sql.query('delete from hour_sums where project_id = $1 and since < $2', [projectId, until]);
}

/** JSON numbers are not exact for such large amounts. */
function asText(row: object): object {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

type AsText<Row> = { readonly [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] };

interface StoredRow {
  readonly since: Date;
  readonly moved: readonly AsText<DayMove>[];
  readonly sold: readonly AsText<DaySale>[];
}

function sumsOf({ moved, sold }: StoredRow): DaySums {
  return {
    moved: moved.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    sold: sold.map((row) => ({
      ...row,
      received: BigInt(row.received),
      credited: BigInt(row.credited),
    })),
  };
}
