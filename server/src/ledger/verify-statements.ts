// Verifies account statements and block sums. A row is counted under the ledger lock, with the account's next number
// and a time no earlier than the previous row's, so no later row gets an earlier position.
import type { Sql } from '../db/database.ts';
import type { AuditFinding } from './audit.ts';
import { findingsIn } from './verify-postings.ts';

/** Numbers are text, as in `EntryMark`. */
export interface StatementMark {
  readonly id: string;
  readonly n: string;
  readonly seq: string;
  readonly at: string;
  /** The sum of all amounts, and the balance stored with the last row. */
  readonly total: string;
  readonly balance: string;
}

export interface StatementSlice {
  readonly isLast: boolean;
  readonly read: number;
  readonly marks: readonly StatementMark[];
  readonly findings: readonly AuditFinding[];
}

export const COUNTED_INVARIANT = 'booked_transactions_mismatch';
export const STATEMENT_INVARIANT = 'statement_mismatch';

export async function verifyStatements(
  db: Sql,
  projectId: string,
  from: { statements: readonly StatementMark[]; most: number },
): Promise<StatementSlice> {
  const values = [projectId, from.most, JSON.stringify(from.statements)];
  const [row] = await db.query<{ slice: StatementSlice }>(SLICE, values);
  return row?.slice ?? { isLast: true, read: 0, marks: [], findings: [] };
}

const SLICE = `
with account as materialized (
  select a.id, a.balance as owned, coalesce(b.n, 0) as booked, coalesce(b.total, 0) as booked_total,
    s.id is not null as is_marked, coalesce(s.n, 0) as n, coalesce(s.seq, 0) as seq,
    coalesce(s.at, '-infinity') as at, coalesce(s.total, 0) as total, coalesce(s.balance, 0) as balance
  from ledger_accounts a
  left join booked_totals b on b.project_id = a.project_id and b.account_id = a.id
  left join jsonb_to_recordset($3::jsonb)
    as s(id uuid, n bigint, seq bigint, at timestamptz, total numeric, balance numeric) on s.id = a.id
  where a.project_id = $1 and a.kind = 'available'
), counted as materialized (
  select a.id as account_id, a.seq as marked_seq, a.balance as marked_balance, t.*
  from account a, lateral (
    select t.seq, t.amount, t.booked_at, t.booked_seq, t.booked_balance from account_transactions t
    where t.account_id = a.id and t.booked_at is not null
      and (t.booked_at, t.booked_seq) > (a.at, a.seq)
    order by t.booked_at, t.booked_seq limit $2::bigint) t
), stepped as (
  select account_id, booked_seq, booked_seq = coalesce(lag(booked_seq) over w, marked_seq) + 1
    and booked_balance - amount = coalesce(lag(booked_balance) over w, marked_balance) as is_next
  from counted window w as (partition by account_id order by booked_at, booked_seq)
), fresh as materialized (
  select account_id, count(*) as n, sum(amount) as total,
    (array_agg(booked_seq order by booked_at desc, booked_seq desc))[1] as seq,
    (array_agg(booked_at order by booked_at desc, booked_seq desc))[1] as at,
    (array_agg(booked_balance order by booked_at desc, booked_seq desc))[1] as balance
  from counted group by account_id
), proven as materialized (
  select a.*, a.n + coalesce(f.n, 0) as all_n, a.total + coalesce(f.total, 0) as all_total,
    coalesce(f.balance, a.balance) as last_balance, coalesce(f.n, 0) < $2::bigint as is_last
  from account a left join fresh f on f.account_id = a.id
), block as (
  select t.*, ${blockTotal('t')} as real,
    coalesce((select s.total from transaction_sums s where s.project_id = t.project_id
      and s.account_id = t.account_id and s.level = t.level and s.block = t.block), 0) as total
  from (select distinct $1::uuid as project_id, account_id, level, seq >> (6 * level) as block
    from counted, generate_series(1, 4) as level) t
), broken as (
  select account_id, min(booked_seq) as seq from stepped where not is_next group by account_id
), changed as (
  select a.id as account_id, a.seq from account a where a.is_marked and a.balance is distinct from (
    select t.booked_balance from account_transactions t where t.account_id = a.id
      and t.booked_at is not null and t.booked_at = a.at and t.booked_seq = a.seq)
), uneven as (
  select id, id as account_id, owned - all_total as off_by from proven where is_last and owned <> all_total
), unended as (
  select id as account_id, owned - booked_total as off_by, booked - all_n as missing from proven
  where is_last and (booked_total <> owned or last_balance <> owned or booked <> all_n)
), unsummed as (
  select account_id, level, block, total - real as off_by from block where total <> real
), finding as (
  ${findingsIn('broken', 'statement_sequence_broken', 'account_id, seq')}
  union all ${findingsIn('changed', 'verified_statement_row_changed', 'account_id, seq')}
  union all ${findingsIn('uneven', COUNTED_INVARIANT, 'id, off_by::text')}
  union all ${findingsIn('unended', STATEMENT_INVARIANT, 'account_id, off_by::text, missing')}
  union all ${findingsIn(
    'unsummed',
    'transaction_block_sum_mismatch',
    'account_id, level, block, off_by::text',
  )}
)
select jsonb_build_object(
  'isLast', (select coalesce(bool_and(is_last), true) from proven),
  'read', (select count(*) from counted),
  'marks', (select coalesce(jsonb_agg(jsonb_build_object('id', f.account_id, 'n', p.all_n::text, 'seq', f.seq::text,
      'at', f.at, 'total', p.all_total::text, 'balance', f.balance::text)), '[]')
    from fresh f join proven p on p.id = f.account_id),
  'findings', (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from finding f)
) as slice`;

/** Each block is the sum of the 64 blocks below it. The lowest level sums account rows (transactions/record.ts). */
export function blockTotal(block: string): string {
  return `case ${block}.level when 1 then (
    select coalesce(sum(r.amount), 0) from account_transactions r
    where r.account_id = ${block}.account_id and r.booked_at is not null
      and r.seq >= ${block}.block * 64 and r.seq < (${block}.block + 1) * 64)
  else (
    select coalesce(sum(below.total), 0) from transaction_sums below
    where below.project_id = ${block}.project_id and below.account_id = ${block}.account_id
      and below.level = ${block}.level - 1
      and below.block >= ${block}.block * 64 and below.block < (${block}.block + 1) * 64) end`;
}
