// Proves what is counted of the transaction list, some hours of a project at a time. Rows of the list never get an
// earlier time than the last, so an hour before that is whole; its rows may still get another status, as an invoice
// that is paid late.
import type { Sql } from '../db/database.ts';
import type { AuditFinding } from './audit.ts';
import { findingsIn } from './prove-postings.ts';

export interface CountedHours {
  /** From where the next look goes on; null: there is nothing then. */
  readonly next: string | null;
  /** From where one that comes later does. */
  readonly marked: string | null;
  readonly findings: readonly AuditFinding[];
}

/** Hours that are looked at again after they ended: most invoices are paid or run out by then. */
const HOURS_OPEN = 1;

/** `from`: as PostgreSQL writes a time; null: the first. `most`: rows, and then up to the end of their hour. */
export async function proveCounts(
  db: Sql,
  projectId: string,
  { from, now, most }: { from: string | null; now: Date; most: number },
): Promise<CountedHours> {
  const [row] = await db.query<{ hours: CountedHours }>(HOURS, [projectId, from, now, most]);
  return row?.hours ?? { next: null, marked: from, findings: [] };
}

const HOURS = `
with span as materialized (
  select f.at as from_at, (
    select date_trunc('hour', created_at, 'UTC') + interval '1 hour' from account_transactions
    where project_id = $1 and created_at >= f.at order by created_at offset $4::bigint limit 1) as to_at
  from (select coalesce($2::timestamptz, '-infinity') as at) f
), listed as materialized (
  select date_trunc('hour', r.created_at, 'UTC') as bucket, currency, reference_type,
    coalesce(status, '') as status, coalesce(risk_level, '') as risk_level, count(*) as n
  from span s, account_transactions r
  where r.project_id = $1 and r.created_at >= s.from_at and r.created_at < coalesce(s.to_at, 'infinity')
  group by 1, 2, 3, 4, 5
), cell as materialized (
  select c.bucket, c.currency, c.reference_type, c.status, c.risk_level, c.n
  from span s, transaction_counts c
  where c.project_id = $1 and c.bucket >= s.from_at and c.bucket > '-infinity'
    and c.bucket < coalesce(s.to_at, 'infinity') and c.n <> 0
), wrong as (
  select coalesce(c.bucket, l.bucket) as bucket, coalesce(c.currency, l.currency) as currency,
    coalesce(c.reference_type, l.reference_type) as reference_type, coalesce(c.status, l.status) as status,
    coalesce(c.n, 0) - coalesce(l.n, 0) as off_by
  from cell c full join listed l on l.bucket = c.bucket and l.currency = c.currency
    and l.reference_type = c.reference_type and l.status = c.status and l.risk_level = c.risk_level
  where coalesce(c.n, 0) <> coalesce(l.n, 0)
), finding as (${findingsIn(
  'wrong',
  'the counts of the transaction list are the counts of its rows',
  'bucket, currency, reference_type, status, off_by',
)})
select jsonb_build_object(
  'next', s.to_at,
  'marked', greatest(s.from_at, least(s.to_at,
    date_trunc('hour', greatest(l.last_transaction_at, $3::timestamptz), 'UTC') - interval '${HOURS_OPEN} hours')),
  'findings', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from finding f)
) as hours
from span s join ledgers l on l.project_id = $1`;
