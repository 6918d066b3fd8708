// The only writer of balances. `lockLedger` orders all writers of one project's books; `post` applies a
// set of postings in one statement and writes both halves of each. Exactly-once is the unique constraint
// on (reference, purpose), never-negative a check constraint: a command that would break them fails whole.
import { assert } from '../core/assert.ts';
import type { SqlTx } from '../db/database.ts';
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

export type ProjectPosting = Posting & { readonly projectId: string };

/** Takes the project's ledger lock. The first statement of every transaction that touches the books. */
export async function lockLedger(tx: SqlTx, projectId: string): Promise<void> {
  const rows = await tx.query(
    'select 1 from ledgers where project_id = $1 order by project_id for update',
    [projectId],
  );
  assert(rows.length === 1, `no ledger for project ${projectId}`);
}

/** The ledgers of several projects, in the one order in which everybody locks them. Null: of no project. */
export async function lockLedgers(
  tx: SqlTx,
  projectIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(projectIds)].filter((id) => id !== null).sort();
  for (const id of ids) await lockLedger(tx, id);
}

/** Takes those of the locks that nobody holds, and waits for none; the projects whose lock it has. */
export async function lockFreeLedgers(
  tx: SqlTx,
  projectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ project_id: string }>(
    `select project_id from ledgers where project_id = any($1::uuid[])
     order by project_id for update skip locked`,
    [projectIds],
  );
  return new Set(rows.map((row) => row.project_id));
}

/** Applies postings in their order. The caller holds the ledger lock. Zero amounts must be left out. */
export async function post(
  tx: SqlTx,
  projectId: string,
  booking: { postings: readonly Posting[]; now: Date },
): Promise<void> {
  const postings = booking.postings.map((posting) => ({ ...posting, projectId }));
  await postAcross(tx, { ...booking, postings });
}

/** The same for several projects, all of whose locks the caller holds. */
export async function postAcross(
  tx: SqlTx,
  { postings, now }: { postings: readonly ProjectPosting[]; now: Date },
): Promise<void> {
  if (postings.length === 0) return;
  const rows = await tx.query<{ n: number }>(POST, [
    postings.map((posting) => posting.projectId),
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
with books as materialized (
  -- Each row once, however many postings ask for it: a hot one has many dead versions.
  select l.project_id, l.posting_seq
  from (select distinct project_id from unnest($1::uuid[]) as project_id) named
  join ledgers l on l.project_id = named.project_id
), input as (
  select t.*, l.posting_seq + row_number() over (partition by t.project_id order by t.n) as seq
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[])
    with ordinality
    as t(project_id, reference_type, reference_id, purpose, from_kind, to_kind, currency, amount, n)
  join books l on l.project_id = t.project_id
), accounts as materialized (
  select a.project_id, a.id, a.kind, a.currency, a.balance, a.entry_seq
  from (
    select project_id, from_kind as kind, currency from input
    union
    select project_id, to_kind, currency from input
  ) named
  join ledger_accounts a on a.project_id = named.project_id and a.kind = named.kind and a.currency = named.currency
), resolved as (
  select i.*, f.id as from_id, t.id as to_id
  from input i
  join accounts f on f.project_id = i.project_id and f.kind = i.from_kind and f.currency = i.currency
  join accounts t on t.project_id = i.project_id and t.kind = i.to_kind and t.currency = i.currency
), posted as (
  insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose,
    from_account, to_account, currency, amount, created_at)
  select project_id, seq, reference_type, reference_id, purpose, from_id, to_id, currency, amount, $9
  from resolved returning 1
), halves as (
  select project_id, seq, from_id as account_id, -amount as amount from resolved
  union all
  select project_id, seq, to_id, amount from resolved
), running as materialized (
  select h.*,
    sum(amount) over (partition by project_id, account_id order by seq rows unbounded preceding) as total,
    row_number() over (partition by project_id, account_id order by seq) as n
  from halves h
), entered as (
  insert into ledger_entries (project_id, account_id, seq, posting_seq, amount, balance_after)
  select r.project_id, r.account_id, a.entry_seq + r.n, r.seq, r.amount, a.balance + r.total
  from running r join accounts a on a.project_id = r.project_id and a.id = r.account_id
  returning 1
), balanced as (
  update ledger_accounts a set balance = a.balance + s.amount, entry_seq = a.entry_seq + s.n
  from (select project_id, account_id, sum(amount) as amount, count(*) as n
    from halves group by project_id, account_id) s
  where a.project_id = s.project_id and a.id = s.account_id
  returning 1
), counted as (
  update ledgers l set posting_seq = l.posting_seq + s.n
  from (select project_id, count(*) as n from resolved group by project_id) s
  where l.project_id = s.project_id returning 1
)
select (select count(*) from posted)::int as n, (select count(*) from entered),
  (select count(*) from balanced), (select count(*) from counted)`;
