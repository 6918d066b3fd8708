// The only writer of balances. A unique constraint on (reference, purpose) guarantees exactly-once, a check constraint
// keeps balances from going negative. A command that violates either fails as a whole.
import { assert } from '../core/assert.ts';
import type { SqlTx } from '../db/database.ts';
import type { AccountKind } from './chart.ts';

export interface Posting {
  readonly referenceType: string;
  /** A posting is unique by object and `purpose`. */
  readonly referenceId: string;
  readonly purpose: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  /** In the currency's smallest unit, above zero. */
  readonly amount: bigint;
}

export type ProjectPosting = Posting & { readonly projectId: string };

/** Takes the project's ledger lock. Must be the first statement of every transaction that writes to the ledger. */
export async function lockLedger(tx: SqlTx, projectId: string): Promise<void> {
  const rows = await tx.query(
    'select 1 from ledgers where project_id = $1 order by project_id for update',
    [projectId],
  );
  assert(rows.length === 1, `no ledger for project ${projectId}`);
}

/** Locks several ledgers in one global order, which avoids deadlocks. Nulls are ignored. */
export async function lockLedgers(
  tx: SqlTx,
  projectIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(projectIds)].filter((id) => id !== null).sort();
  for (const id of ids) await lockLedger(tx, id);
}

/** Locks the ledgers that are free, without waiting, and returns their projects. */
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

/**
 * Applies postings in order. The caller holds the ledger lock and omits zero amounts. A posting's time is never
 * earlier than the previous one's.
 */
export async function post(
  tx: SqlTx,
  projectId: string,
  booking: { postings: readonly Posting[]; now: Date },
): Promise<void> {
  const postings = booking.postings.map((posting) => ({ ...posting, projectId }));
  await postAcross(tx, { ...booking, postings });
}

/** The caller holds all ledger locks. */
export async function postAcross(
  tx: SqlTx,
  { postings, now }: { postings: readonly ProjectPosting[]; now: Date },
): Promise<void> {
  if (postings.length === 0) return;
  const accounts = new Map<string, { readonly of: NamedAccount; readonly n: number }>();
  const numberOf = (of: NamedAccount): number => {
    const name = `${of.projectId} ${of.kind} ${of.currency}`;
    const known = accounts.get(name);
    if (known !== undefined) return known.n;
    const n = accounts.size + 1;
    accounts.set(name, { of, n });
    return n;
  };
  const from = postings.map((posting) => numberOf({ ...posting, kind: posting.from }));
  const to = postings.map((posting) => numberOf({ ...posting, kind: posting.to }));
  const named = [...accounts.values()].map(({ of }) => of);
  const rows = await tx.query<{ n: number }>(POST, [
    named.map((account) => account.projectId),
    named.map((account) => account.kind),
    named.map((account) => account.currency),
    from,
    to,
    postings.map((posting) => posting.referenceType),
    postings.map((posting) => posting.referenceId),
    postings.map((posting) => posting.purpose),
    postings.map((posting) => posting.amount.toString()),
    now,
  ]);
  assert(rows[0]?.n === postings.length, 'a posting names an account that does not exist');
}

interface NamedAccount {
  readonly projectId: string;
  readonly kind: AccountKind;
  readonly currency: string;
}

/** Postings refer to accounts by index. Their attributes are arrays, so that no plan can cross join them. */
const POST = `
with named as materialized (
  select t.n::int as n, a.project_id, a.number, a.currency, a.balance, a.entry_seq
  from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as t(project_id, kind, currency, n)
  left join lateral (select * from ledger_accounts o
    where o.project_id = t.project_id and o.kind = t.kind and o.currency = t.currency limit 1) a on true
), books as materialized (
  -- Each row once for all accounts, because a hot one has many dead versions.
  select l.project_id, l.posting_seq, l.last_posting_at
  from (select distinct project_id from named) of join ledgers l on l.project_id = of.project_id
), known as materialized (
  select array_agg(n.project_id order by n.n) as projects, array_agg(b.posting_seq order by n.n) as postings,
    array_agg(greatest(b.last_posting_at, $10) order by n.n) as moments,
    array_agg(n.number order by n.n) as numbers, array_agg(n.currency order by n.n) as currencies,
    array_agg(n.entry_seq order by n.n) as entries, array_agg(n.balance order by n.n) as balances
  from named n left join books b on b.project_id = n.project_id
), resolved as materialized (
  select k.projects[t.from_n] as project_id, k.numbers[t.from_n] as from_account, k.numbers[t.to_n] as to_account, t.*,
    k.currencies[t.from_n] as currency, k.moments[t.from_n] as at,
    k.postings[t.from_n] + row_number() over (partition by k.projects[t.from_n] order by t.place) as seq
  from unnest($4::int[], $5::int[], $6::text[], $7::uuid[], $8::text[], $9::numeric[]) with ordinality
    as t(from_n, to_n, reference_type, reference_id, purpose, amount, place), known k
  where k.numbers[t.from_n] is not null and k.numbers[t.to_n] is not null
), halves as materialized (
  select from_n as n, 0 as side, -amount as change, r.* from resolved r
  union all
  select to_n, 1, amount, r.* from resolved r
), entered as (
  select h.*, k.entries[n] + row_number() over of_account as entry,
    k.balances[n] + sum(change) over of_account as balance
  from halves h, known k window of_account as (partition by n order by place rows unbounded preceding)
), posted as (
  insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose, currency, amount, created_at,
    from_account, from_seq, from_balance, to_account, to_seq, to_balance)
  select project_id, seq, reference_type, reference_id, purpose, currency, amount, at,
    from_account, entry, balance, to_account, to_entry, to_balance
  from (
    -- The credit of a posting follows its debit.
    select e.*, lead(entry) over in_order as to_entry, lead(balance) over in_order as to_balance
    from entered e window in_order as (order by place, side)
  ) p
  where side = 0
  returning 1
), balanced as (
  update ledger_accounts a set balance = a.balance + s.amount, entry_seq = a.entry_seq + s.entries
  from (select n, sum(change) as amount, count(*) as entries from halves group by n) s join named of on of.n = s.n
  where a.project_id = of.project_id and a.number = of.number
  returning 1
), counted as (
  update ledgers l set posting_seq = l.posting_seq + s.n, last_posting_at = s.at
  from (select project_id, count(*) as n, max(at) as at from resolved group by project_id) s
  where l.project_id = s.project_id returning 1
)
select (select count(*) from posted)::int as n, (select count(*) from balanced), (select count(*) from counted)`;

/**
 * Takes the ledger locks in order to append the rows of `item` (project_id, ...) to the transaction lists. Returns the
 * counters before these rows and the rows' time. `now` is SQL.
 */
export function listOrderCte(now: string): string {
  return `
ledger as (
  update ledgers l
  set transaction_seq = l.transaction_seq + c.n, last_transaction_at = greatest(l.last_transaction_at, ${now})
  from (select project_id, count(*) as n from item group by project_id) c
  where l.project_id = c.project_id
  returning l.project_id, l.transaction_seq - c.n as before, l.last_transaction_at as at
)`;
}
