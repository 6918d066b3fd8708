// Verifies postings and their entries from the last verified position. A transaction that posts holds the ledger lock
// until commit, and posting numbers have no gaps. So one statement sees all postings and entries up to a number, and
// no posting with a smaller number can be added later.
import type { InvariantCode } from '../contract/invariant-codes.ts';
import type { Sql } from '../db/database.ts';
import type { AuditFinding } from './audit.ts';

/** How far an account's entries are verified. Numbers are text, because JSON numbers are not exact at this size. */
export interface EntryMark {
  readonly id: string;
  readonly seq: string;
  /** The sum of all entries, and the balance stored with the last entry. */
  readonly total: string;
  readonly after: string;
}

export interface PostingSlice {
  readonly upto: string;
  /** Set when nothing was left to read; only then are the balances compared. */
  readonly isLast: boolean;
  readonly marks: readonly EntryMark[];
  readonly findings: readonly AuditFinding[];
  readonly referred: Readonly<Record<string, readonly string[]>>;
}

export const SLICE_FINDINGS_MAX = 20;

/** Every audit reports this finding while it persists, because it compares with the current balance. */
export const BALANCE_INVARIANT = 'balance_mismatch';

export async function verifyPostings(
  db: Sql,
  projectId: string,
  from: { postings: string; entries: readonly EntryMark[]; most: number },
): Promise<PostingSlice> {
  const values = [projectId, from.postings, from.most, JSON.stringify(from.entries)];
  const [row] = await db.query<{ slice: PostingSlice }>(SLICE, values);
  const nothing = { upto: from.postings, isLast: true, marks: [], findings: [], referred: {} };
  return row?.slice ?? nothing;
}

export function findingsIn(name: string, invariant: InvariantCode, facts: string): string {
  return `select '${invariant}' as invariant, to_jsonb(f) as facts
    from (select $1::uuid as project_id, ${facts} from ${name} limit ${SLICE_FINDINGS_MAX}) f`;
}

const SLICE = `
with span as materialized (
  select posting_seq as head, greatest($2::bigint, least(posting_seq, $2::bigint + $3::bigint)) as upto
  from ledgers where project_id = $1
), posting as materialized (
  select seq, reference_type, reference_id from ledger_postings
  where project_id = $1 and seq > $2::bigint and seq <= $2::bigint + $3::bigint
), account as materialized (
  select a.id, a.number, a.balance, a.entry_seq, s.id is not null as is_marked,
    coalesce(s.seq, 0) as seq, coalesce(s.total, 0) as total, coalesce(s.after, 0) as after
  from ledger_accounts a
  left join jsonb_to_recordset($4::jsonb) as s(id uuid, seq bigint, total numeric, after numeric) on s.id = a.id
  where a.project_id = $1
), entry as materialized (
  select a.id as account_id, a.seq as marked_seq, a.after as marked_after, e.seq, e.posting_seq, e.amount,
    e.balance_after
  from span m, account a, lateral (
    select * from ledger_entries e where e.account = a.number
      and e.seq > a.seq and e.seq <= a.seq + $3::bigint and (e.posting_seq <= m.upto or m.upto = m.head)
    order by e.seq limit $3::bigint) e
), absent as (
  select coalesce(n.seq, p.seq) as seq
  from (select seq from span m, generate_series($2::bigint + 1, m.upto) as seq) n
  full join posting p on p.seq = n.seq
  where n.seq is null or p.seq is null
), stepped as (
  select account_id, seq, seq = coalesce(lag(seq) over w, marked_seq) + 1
    and balance_after = coalesce(lag(balance_after) over w, marked_after) + amount as is_next
  from entry window w as (partition by account_id order by seq)
), fresh as materialized (
  select account_id, count(*) as n, sum(amount) as total, max(seq) as seq,
    (array_agg(balance_after order by seq desc))[1] as after
  from entry group by account_id
), broken as (
  select account_id, min(seq) as seq from stepped where not is_next group by account_id
), changed as (
  select a.id as account_id, a.seq from account a where a.is_marked and a.after is distinct from (
    select e.balance_after from ledger_entries e
    where e.account = a.number and e.seq = a.seq)
  union all
  select null, $2::bigint from span where head < $2::bigint
), uneven as (
  select a.id, a.balance - a.total - coalesce(f.total, 0) as off_by,
    a.entry_seq - coalesce(f.seq, a.seq) as missing
  from span m, account a left join fresh f on f.account_id = a.id
  where m.upto >= m.head and (a.balance <> a.total + coalesce(f.total, 0) or a.entry_seq <> coalesce(f.seq, a.seq))
), finding as (
  ${findingsIn('absent', 'posting_sequence_gap', 'seq')}
  union all ${findingsIn('broken', 'entry_sequence_broken', 'account_id, seq')}
  union all ${findingsIn('changed', 'verified_entry_changed', 'account_id, seq')}
  union all ${findingsIn('uneven', BALANCE_INVARIANT, 'id, off_by::text, missing')}
)
select jsonb_build_object(
  'upto', m.upto::text,
  'isLast', m.upto >= m.head,
  'marks', (select coalesce(jsonb_agg(jsonb_build_object('id', f.account_id, 'seq', f.seq::text,
      'total', (a.total + f.total)::text, 'after', f.after::text)), '[]')
    from fresh f join account a on a.id = f.account_id),
  'findings', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from finding f),
  'referred', (select coalesce(jsonb_object_agg(reference_type, ids), '{}') from (
    select reference_type, jsonb_agg(distinct reference_id) as ids from posting group by reference_type) r)
) as slice
from span m`;
