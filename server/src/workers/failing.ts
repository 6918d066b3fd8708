// Recurring work that fails on every run, in any process, and since when it has failed.
import type { Sql } from '../db/database.ts';

export interface Failing {
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly since: number;
  readonly error: string;
}

/** Returns the failing ones among these tasks, by name. Tasks whose last run succeeded are omitted. */
export async function readFailing(
  sql: Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, Failing>> {
  const rows = await sql.query<{ name: string; failing_since: Date; last_error: string }>(
    `select name, failing_since, last_error from schedules
     where name = any($1::text[]) and failing_since is not null and last_error is not null`,
    [names],
  );
  return new Map(
    rows.map((row) => [row.name, { since: row.failing_since.getTime(), error: row.last_error }]),
  );
}
