// The only writer of balances. `lockLedger` orders all writers of one project's books; `post` applies a
// set of postings in one statement and writes both halves of each. Exactly-once is the unique constraint
// on (reference, purpose), never-negative a check constraint: a command that would break them fails whole.

import { assert } from '../core/assert.ts';
import type { Tx } from '../db/database.ts';
import type { AccountKind } from './chart.ts';

export interface Posting {
  readonly referenceType: string;
  /** The object that caused it; with `purpose` it makes the posting unique. */
  readonly referenceId: string;
  readonly purpose: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  /** In the currency's smallest unit, above zero. */
  readonly amount: bigint;
}

/** Takes the project's ledger lock. The first statement of every transaction that touches the books. */
export async function lockLedger(tx: Tx, projectId: string): Promise<void> {
  const rows = await tx.query(
    'select 1 from ledgers where project_id = $1 order by project_id for update',
    [projectId],
  );
  assert(rows.length === 1, `no ledger for project ${projectId}`);
}

/** Applies postings in their order. The caller holds the ledger lock. Zero amounts must be left out. */
export async function post(
  tx: Tx,
  projectId: string,
  facts: { postings: readonly Posting[]; now: Date },
): Promise<void> {
  const { postings, now } = facts;
  if (postings.length === 0) return;
  const rows = await tx.query<{ n: number }>(POST, [
    projectId,
    postings.map((posting) => posting.referenceType),
    postings.map((posting) => posting.referenceId),
    postings.map((posting) => posting.purpose),
    postings.map((posting) => posting.from),
    postings.map((posting) => posting.to),
    postings.map((posting) => posting.currency),
    postings.map((posting) => posting.amount.toString()),
    now,
  ]);
  assert(rows[0]?.n === postings.length, 'a posting names an account that does not exist');
}

const POST = `
with input as (
  select t.*, l.posting_seq + t.n as seq
  from unnest($2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[])
    with ordinality as t(reference_type, reference_id, purpose, from_kind, to_kind, currency, amount, n)
  join ledgers l on l.project_id = $1
), accounts as materialized (
  -- All of the project's, some hundred: they are hashed once instead of being looked up for each posting.
  select id, kind, currency from ledger_accounts where project_id = $1
), resolved as (
  select i.*, f.id as from_id, t.id as to_id
  from input i
  join accounts f on f.kind = i.from_kind and f.currency = i.currency
  join accounts t on t.kind = i.to_kind and t.currency = i.currency
), posted as (
  insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose,
    from_account, to_account, currency, amount, created_at)
  select $1, seq, reference_type, reference_id, purpose, from_id, to_id, currency, amount, $9
  from resolved returning 1
), halves as (
  select seq, from_id as account_id, -amount as amount from resolved
  union all
  select seq, to_id, amount from resolved
), running as (
  select h.*,
    sum(amount) over (partition by account_id order by seq rows unbounded preceding) as total,
    row_number() over (partition by account_id order by seq) as n
  from halves h
), entered as (
  insert into ledger_entries (project_id, account_id, seq, posting_seq, amount, balance_after)
  select $1, r.account_id, a.entry_seq + r.n, r.seq, r.amount, a.balance + r.total
  from running r join ledger_accounts a on a.project_id = $1 and a.id = r.account_id
  returning 1
), balanced as (
  update ledger_accounts a set balance = a.balance + s.amount, entry_seq = a.entry_seq + s.n
  from (select account_id, sum(amount) as amount, count(*) as n from halves group by account_id) s
  where a.project_id = $1 and a.id = s.account_id
  returning 1
), counted as (
  update ledgers set posting_seq = posting_seq + (select count(*) from resolved)
  where project_id = $1 returning 1
)
select (select count(*) from posted)::int as n, (select count(*) from entered),
  (select count(*) from balanced), (select count(*) from counted)`;
