// Writes the merchant's transaction list. Block sums and counts make any page and the total cost the same at any
// length. When a row starts to count, it gets its final time and position in the account's statement.
import { assert } from '../core/assert.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';
import { listOrderCte } from '../ledger/post.ts';

export type TransactionReferenceType =
  | 'BankDeposit'
  | 'BankWithdrawal'
  | 'ChannelPayment'
  | 'CoinDeposit'
  | 'CoinWithdrawal'
  | 'ExchangeTransfer'
  | 'Invoice'
  | 'InvoiceRefund'
  | 'ManualBalanceTransaction';

/** Texts: locales/<language>/reasons.json, `transaction`. */
export type DescriptionCode = 'repriced';

export interface NewTransaction {
  /** 10 random bytes in hex that make the row's ID unguessable. */
  readonly nonce: string;
  readonly currency: string;
  readonly referenceType: TransactionReferenceType;
  readonly referenceId: string;
  /** Signed. A debit is negative. */
  readonly amount: bigint;
  /** Whether the row is posted, and therefore part of the running balance. */
  readonly isCounted: boolean;
  readonly fee: bigint | null;
  readonly feeCurrency: string | null;
  readonly customId: string | null;
  readonly customerId: string | null;
  readonly description: string | null;
  /** The service's own description. `description`, which a person writes, is then null. */
  readonly descriptionCode?: DescriptionCode;
  readonly status: string | null;
  readonly statusContext: string | null;
  readonly risk: object | null;
  readonly riskLevel: string | null;
}

export type ProjectTransaction = NewTransaction & { readonly projectId: string };

export interface TransactionChange {
  readonly referenceId: string;
  readonly amount: bigint;
  readonly isCounted: boolean;
  readonly fee: bigint | null;
  readonly status: string | null;
  readonly statusContext: string | null;
  readonly risk: object | null;
  readonly riskLevel: string | null;
}

/** Appends rows in order. The caller holds the ledger lock. Row times never decrease within a project. */
export async function recordTransactions(
  tx: Tx,
  projectId: string,
  batch: { rows: readonly NewTransaction[]; now: Date },
): Promise<void> {
  const rows = batch.rows.map((row) => ({ ...row, projectId }));
  await recordAcross(tx, { ...batch, rows });
}

/** The caller holds all ledger locks. */
export async function recordAcross(
  tx: Tx,
  { rows, now }: { rows: readonly ProjectTransaction[]; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(RECORD, [
    rows.map((row) => row.projectId),
    now,
    ...columnsOf(rows, 'nonce', 'currency', 'referenceType', 'referenceId'),
    ...columnsOf(rows, 'amount', 'isCounted', 'fee', 'feeCurrency', 'customId', 'customerId'),
    ...columnsOf(rows, 'description', 'status', 'statusContext'),
    rows.map((row) => (row.risk === null ? null : JSON.stringify(row.risk))),
    rows.map((row) => row.riskLevel),
    rows.map((row) => row.descriptionCode ?? null),
  ]);
}

/**
 * Updates the first row of each object. Only exchange transfers and reversed objects have a second row. A posted row
 * keeps its amount; its reversal is a separate row.
 */
export async function changeTransactions(
  tx: Tx,
  projectId: string,
  { changes, now }: { changes: readonly TransactionChange[]; now: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const changed = await tx.query<{ n: number; uncounted: number }>(CHANGE, [
    projectId,
    ...columnsOf(changes, 'referenceId', 'amount', 'isCounted', 'fee', 'status', 'statusContext'),
    changes.map((change) => (change.risk === null ? null : JSON.stringify(change.risk))),
    changes.map((change) => change.riskLevel),
    now,
  ]);
  assert(changed[0]?.n === changes.length, 'a changed object has no transaction row');
  assert(changed[0].uncounted === 0, 'what counted goes on counting');
}

/** Adds the deltas of a `delta` CTE (project_id, account_id, seq, amount) to the block sums of all four levels. */
const SUM_UP = `
  insert into transaction_sums as s (project_id, account_id, level, block, total)
  select project_id, account_id, level, seq >> (6 * level), sum(amount)
  from delta, generate_series(1, 4) as level
  where amount <> 0
  group by project_id, account_id, level, seq >> (6 * level)
  on conflict (project_id, account_id, level, block) do update set total = s.total + excluded.total`;

const COUNT_UP = `
  insert into transaction_counts as c (project_id, bucket, currency, reference_type, status, risk_level, n)
  select project_id, bucket, currency, reference_type, coalesce(status, ''), coalesce(risk_level, ''), sum(n)
  from (select c.*, b.bucket from cell c,
    lateral (values ('-infinity'::timestamptz), (date_trunc('hour', c.created_at, 'UTC'))) as b(bucket)) x
  group by project_id, bucket, currency, reference_type, coalesce(status, ''), coalesce(risk_level, '')
  having sum(n) <> 0
  on conflict (project_id, bucket, currency, reference_type, status, risk_level)
    do update set n = c.n + excluded.n`;

/**
 * CTEs that post the rows of a CTE with `counts_now` (project_id, account_id, n for their order, amount, at). `placed`
 * has all rows, the posted ones with time, number and balance. The CTEs are not joined with each other, because that
 * would compare every row with every other row.
 */
function bookingCtes(rows: string): string {
  return `
booked as (
  insert into booked_totals as b (project_id, account_id, n, total, last_at)
  select project_id, account_id, count(*), sum(amount), max(at) from ${rows} where counts_now
  group by project_id, account_id
  on conflict (project_id, account_id) do update set n = b.n + excluded.n, total = b.total + excluded.total,
    last_at = greatest(b.last_at, excluded.last_at)
  returning b.*
), placed as materialized (
  -- Counted back from the end of the account.
  select r.*, case when r.counts_now then b.last_at end as now_at,
    case when r.counts_now then b.n + 1 - count(*) filter (where r.counts_now) over later end as now_seq,
    case when r.counts_now then b.total + r.amount - sum(r.amount) filter (where r.counts_now) over later
      end as now_balance
  from ${rows} r left join booked b on b.project_id = r.project_id and b.account_id = r.account_id
  window later as (partition by r.project_id, r.account_id order by r.n desc rows unbounded preceding)
)`;
}

const BOOKED_COLUMNS = 'booked_at, booked_seq, booked_balance';
const COUNTED = {
  ctes: `, ${bookingCtes('entry')}`,
  // Inserted in ID order: consecutive keys take a third of the time.
  from: 'placed order by n',
  columns: 'now_at, now_seq, now_balance',
};
const UNCOUNTED = {
  ctes: '',
  from: 'entry',
  columns: 'null::timestamptz, null::bigint, null::numeric',
};

/**
 * The CTEs that append the rows of a CTE `item` (project_id, nonce, currency ... as above, and n for their order).
 * `now` is SQL. The first CTE, `ledger`, takes the ledger locks. A row without an account violates a not-null column.
 */
export function recordCtes(now: string, { isCounted }: { isCounted: boolean }): string {
  const booking = isCounted ? COUNTED : UNCOUNTED;
  return `${listOrderCte(now)}, account as materialized (
  -- Each row once, because a hot account's row has many dead versions.
  select i.project_id, i.currency, a.id
  from (select distinct project_id, currency from item) i,
    lateral (select id from ledger_accounts l where l.project_id = i.project_id and l.kind = 'available'
      and l.currency = i.currency limit 1) a
), entry as (
  select t.*, ledger.before + row_number() over (partition by t.project_id order by t.n) as seq, ledger.at,
    t.is_counted as counts_now,
    a.id as account_id
  from item t
  join ledger on ledger.project_id = t.project_id
  left join account a on a.project_id = t.project_id and a.currency = t.currency
)${booking.ctes}, recorded as (
  insert into account_transactions (project_id, id, seq, account_id, currency, reference_type,
    reference_id, amount, fee, fee_currency, custom_id, customer_id, description, description_code,
    status, status_context, risk, risk_level, created_at, ${BOOKED_COLUMNS})
  select project_id, (lpad(to_hex(seq), 12, '0') || '8' || substr(nonce, 1, 3) || '8' || substr(nonce, 4, 15))::uuid,
    seq, account_id, currency, reference_type, reference_id, amount, fee, fee_currency,
    custom_id, customer_id, description, description_code, status, status_context, risk, risk_level, at,
    ${booking.columns}
  from ${booking.from}
), delta as (
  select project_id, account_id, seq, amount from entry where is_counted
), cell as (
  select project_id, currency, reference_type, status, risk_level, at as created_at, count(*) as n from entry
  group by project_id, currency, reference_type, status, risk_level, at
), summed as (${SUM_UP}), tallied as (${COUNT_UP})`;
}

const RECORD = `
with item as (
  select * from unnest($1::uuid[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::numeric[], $8::boolean[],
    $9::numeric[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
    $16::jsonb[], $17::text[], $18::text[])
    with ordinality as t(project_id, nonce, currency, reference_type, reference_id, amount, is_counted,
      fee, fee_currency, custom_id, customer_id, description, status, status_context,
      risk, risk_level, description_code, n)
), ${recordCtes('$2', { isCounted: true })}
select 1 from ledger`;

const CHANGE = `
with input as (
  select * from unnest($2::uuid[], $3::numeric[], $4::boolean[], $5::numeric[], $6::text[], $7::text[],
    $8::jsonb[], $9::text[])
    with ordinality as t(reference_id, amount, is_counted, fee, status, status_context, risk, risk_level, n)
), old as materialized (
  select t.ctid as place, t.project_id, t.id, t.account_id, t.seq, t.currency, t.reference_type, t.status, t.risk_level,
    t.created_at,
    t.booked_at, i.n, i.amount, i.is_counted, i.fee, i.status as new_status, i.status_context, i.risk,
    i.risk_level as new_risk_level, i.is_counted and t.booked_at is null as counts_now, $10::timestamptz as at
  from input i, lateral (
    select ctid, * from account_transactions r where r.project_id = $1 and r.reference_id = i.reference_id
    order by r.seq limit 1) t
), ${bookingCtes('old')}, changed as (
  update account_transactions t
  set amount = o.amount, fee = o.fee, status = o.new_status, status_context = o.status_context, risk = o.risk,
    risk_level = o.new_risk_level, booked_at = coalesce(t.booked_at, o.now_at),
    booked_seq = coalesce(t.booked_seq, o.now_seq), booked_balance = coalesce(t.booked_balance, o.now_balance)
  from placed o
  -- By ctid: nothing else changes the row under the ledger lock, and every plan finds it this way.
  where t.ctid = o.place
  returning t.project_id, t.currency, t.reference_type, t.status, t.risk_level, t.created_at
), delta as (
  select project_id, account_id, seq, amount from old where counts_now
), cell as (
  select project_id, currency, reference_type, status, risk_level, created_at, 1 as n from changed
  union all
  select project_id, currency, reference_type, status, risk_level, created_at, -1 from old
), summed as (${SUM_UP}), tallied as (${COUNT_UP})
select (select count(*) from changed)::int as n,
  (select count(*) from old where booked_at is not null and not is_counted)::int as uncounted`;
