// Verifies the ledger of one project from the last verified position, in slices, so that each statement is short.
// Completed objects were verified once; their running sums are carried forward.
import type { InvariantCode } from '../contract/invariant-codes.ts';
import type { Database, Sql } from '../db/database.ts';
import { type AuditFinding, auditProject, CHECKED_INVARIANTS } from './audit.ts';
import {
  BALANCE_INVARIANT,
  type EntryMark,
  findingsIn,
  verifyPostings,
} from './verify-postings.ts';
import { verifyReferred } from './verify-rows.ts';
import {
  COUNTED_INVARIANT,
  STATEMENT_INVARIANT,
  type StatementMark,
  verifyStatements,
} from './verify-statements.ts';

export interface AuditMark {
  readonly postings: string;
  readonly entries: readonly EntryMark[];
  readonly statements: readonly StatementMark[];
  readonly hour: string | null;
}

export const NOTHING_VERIFIED: AuditMark = {
  postings: '0',
  entries: [],
  statements: [],
  hour: null,
};

export interface Slice {
  readonly mark: AuditMark;
  readonly findings: readonly AuditFinding[];
  readonly isAtHead: boolean;
}

export interface SliceRequest {
  readonly projectId: string;
  readonly mark: AuditMark;
  readonly now: Date;
  /** Slices per kind. */
  readonly slices: number;
  readonly most?: number;
}

/** Reading this many rows takes tens of milliseconds. */
const ROWS_OF_SLICE = 2000;

/** Violations are reported on every run until fixed, even without new rows. */
export const FOUND_AGAIN: readonly InvariantCode[] = [
  ...CHECKED_INVARIANTS,
  BALANCE_INVARIANT,
  COUNTED_INVARIANT,
  STATEMENT_INVARIANT,
];

type Reader = Pick<Database, 'transaction'>;

interface CountedHours {
  /** Null: at the end. */
  readonly next: string | null;
  readonly marked: string | null;
  readonly findings: readonly AuditFinding[];
}

/** Hours that are checked again after they ended: most invoices are paid or expired by then. */
const HOURS_OPEN = 1;

export async function verifyProject(db: Reader, requested: SliceRequest): Promise<Slice> {
  const { projectId, now, slices, most = ROWS_OF_SLICE } = requested;
  let { mark } = requested;
  let from = mark.hour;
  let isOpen = false;
  const findings: AuditFinding[] = [];
  const isDone = { postings: false, statements: false, counts: false };
  for (let n = 0; n < slices && !(isDone.postings && isDone.statements && isDone.counts); n++) {
    // One round trip to the database for all four checks.
    const [checked, posted, stated, counted] = await db.transaction((tx) =>
      Promise.all([
        n === 0 ? auditProject(tx, projectId) : [],
        isDone.postings ? null : verifyPostings(tx, projectId, { ...mark, most }),
        isDone.statements ? null : verifyStatements(tx, projectId, { ...mark, most }),
        isDone.counts ? null : verifyCounts(tx, projectId, { from, now, most }),
      ]),
    );
    findings.push(...checked);
    for (const slice of [posted, stated, counted]) findings.push(...(slice?.findings ?? []));
    if (posted !== null) {
      const { referred, marks, upto, isLast } = posted;
      if (Object.keys(referred).length > 0)
        findings.push(...(await db.transaction((tx) => verifyReferred(tx, projectId, referred))));
      mark = { ...mark, postings: upto, entries: replaced(mark.entries, marks) };
      isDone.postings = isLast;
    }
    if (stated !== null) {
      mark = { ...mark, statements: replaced(mark.statements, stated.marks) };
      isDone.statements = stated.isLast;
    }
    if (counted !== null) {
      mark = { ...mark, hour: counted.marked };
      isDone.counts = counted.next === null;
      isOpen = counted.next !== counted.marked;
      from = counted.next;
    }
  }
  const isAtHead = isDone.postings && isDone.statements && (isDone.counts || isOpen);
  return { mark, findings, isAtHead };
}

function replaced<Mark extends { readonly id: string }>(
  before: readonly Mark[],
  marks: readonly Mark[],
): Mark[] {
  const byId = new Map([...before, ...marks].map((mark) => [mark.id, mark]));
  return [...byId.values()];
}

/**
 * A list row never gets an earlier time than the previous row, so all earlier hours are complete and only a row's
 * status can still change. `from`: a time in PostgreSQL's format. `most` is extended to the end of an hour.
 */
async function verifyCounts(
  db: Sql,
  projectId: string,
  { from, now, most }: { from: string | null; now: Date; most: number },
): Promise<CountedHours> {
  const [row] = await db.query<{ hours: CountedHours }>(HOURS, [projectId, from, now, most]);
  return row?.hours ?? { next: null, marked: from, findings: [] };
}

const HOURS = `
with span as materialized (
  select f.at as from_at, transaction_id_from(f.seq) as from_id, (
    select date_trunc('hour', created_at, 'UTC') + interval '1 hour' from account_transactions
    where project_id = $1 and id >= transaction_id_from(f.seq + $4::bigint) order by project_id, id limit 1) as to_at
  from (select m.at, transaction_seq_at($1, m.at) as seq
    from (select coalesce($2::timestamptz, '-infinity') as at) m) f
), ended as materialized (
  select transaction_id_from(transaction_seq_at($1, coalesce(to_at, 'infinity'))) as id from span
), listed as materialized (
  select date_trunc('hour', r.created_at, 'UTC') as bucket, currency, reference_type,
    coalesce(status, '') as status, coalesce(risk_level, '') as risk_level, count(*) as n
  from span s, ended e, account_transactions r
  where r.project_id = $1 and r.id >= s.from_id and r.id < e.id and r.created_at >= s.from_at and r.created_at < coalesce(s.to_at, 'infinity')
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
  'transaction_bucket_count_mismatch',
  'bucket, currency, reference_type, status, off_by',
)})
select jsonb_build_object(
  'next', s.to_at,
  'marked', greatest(s.from_at, least(s.to_at,
    date_trunc('hour', greatest(l.last_transaction_at, $3::timestamptz), 'UTC') - interval '${HOURS_OPEN} hours')),
  'findings', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from finding f)
) as hours
from span s join ledgers l on l.project_id = $1`;
