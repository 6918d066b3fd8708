// Daily invoice results. Days are whole days in UTC.
import type { Sql } from '../db/database.ts';

export interface Days {
  /** Null: all projects. */
  readonly projectId: string | null;
  /** The start of the first day. */
  readonly from: Date;
  /** The end of the last day, exclusive. */
  readonly until: Date;
}

export interface DayResult {
  readonly day: string;
  readonly status: string;
  readonly count: number;
}

/** Invoices by creation day and current status, from the hourly counts. */
export function resultsByDay(sql: Sql, { projectId, from, until }: Days): Promise<DayResult[]> {
  const ours = projectId === null ? 'any(array(select id from projects))' : '$3';
  return sql.query<DayResult>(
    `select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as day, status, sum(n)::int as count
     from transaction_counts
     where project_id = ${ours} and bucket >= $1 and bucket < $2 and reference_type = 'Invoice'
     group by day, status having sum(n) > 0 order by day, status`,
    [from, until, ...(projectId === null ? [] : [projectId])],
  );
}
