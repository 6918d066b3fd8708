// What became of the invoices of each day. Days are those of UTC, and whole.
import type { Sql } from '../db/database.ts';

export interface Days {
  /** Null: of all. */
  readonly projectId: string | null;
  /** The first moment of the first day. */
  readonly from: Date;
  /** The first moment after the last. */
  readonly until: Date;
}

export interface DayResult {
  readonly day: string;
  readonly status: string;
  readonly count: number;
}

/** Invoices by the day on which they were made and what they are now: from the counts, which are kept by hour. */
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
