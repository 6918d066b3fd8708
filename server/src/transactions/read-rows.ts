// Reads one page of the transaction list with running balances, at a cost that does not grow with the list (migration
// 0001: transaction_sums).
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Sql } from '../db/database.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import {
  accounts,
  bookedConditions,
  conditions,
  type Filter,
  isOfKinds,
  kinds,
  orderOf,
} from './filter.ts';
import type { DescriptionCode, TransactionReferenceType } from './record.ts';

export interface TransactionRow {
  readonly id: string;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly balance: bigint;
  readonly fee: bigint | null;
  readonly fee_currency: string | null;
  readonly reference_id: string;
  readonly reference_type: TransactionReferenceType;
  readonly description: string | null;
  readonly description_code: DescriptionCode | null;
  readonly status: string | null;
  readonly status_context: string | null;
  readonly risk: StoredRisk | null;
  readonly created_at: Date;
  readonly booked_at: Date | null;
}

/** The position of a row. The account orders rows posted at the same time. */
const PLACE = 't.booked_at, t.account_id, t.booked_seq';
const NEWEST_FIRST = PLACE.split(', ')
  .map((column) => `${column} desc`)
  .join(', ');

export async function readRows(
  app: App,
  filter: Filter,
  page: PlacedPage,
): Promise<TransactionRow[]> {
  const values: unknown[] = [];
  const { rows, by } = isOfKinds(filter)
    ? ofKinds(filter, values, page)
    : ofAll(filter, values, page);
  const direction = directionOf(filter);
  return app.db.query<TransactionRow>(
    `with page as materialized (
       select t.* from ${rows} order by ${by} ${direction} limit $${values.length}
     ), ${SUMS_BEFORE}, ${BALANCES}
     select p.id, p.custom_id, p.customer_id, p.amount, p.currency, p.fee, p.fee_currency, p.reference_id,
       p.reference_type, p.description, p.description_code, p.status, p.status_context, p.risk,
       p.created_at, p.booked_at, r.balance
     from page p join running r on r.account_id = p.account_id and r.seq = p.seq
     order by p.id ${direction}`,
    values,
  );
}

const directionOf = ({ isRising }: Filter) => (isRising ? 'asc' : 'desc');

interface PlacedPage {
  readonly after: string | null;
  readonly limit: number;
}

function ofAll(filter: Filter, values: unknown[], page: PlacedPage) {
  const { by } = orderOf(filter);
  const where = upTo(conditions(filter, values), values, {
    by,
    isRising: filter.isRising,
    ...page,
  });
  values.push(page.limit);
  return { rows: `account_transactions t where ${where}`, by };
}

function ofKinds(filter: Filter, values: unknown[], page: PlacedPage) {
  const by = 't.seq';
  const named = kinds(filter, values);
  const others = { ...filter, type: null, status: null, riskLevel: null };
  const where = upTo(conditions(others, values, { by, isByAccount: false }), values, {
    by,
    isRising: filter.isRising,
    ...page,
  });
  values.push(page.limit);
  const rows = `${named} cross join lateral (
    select * from account_transactions t where ${where} and t.reference_type = k.reference_type
      and coalesce(t.status, '') = k.status and coalesce(t.risk_level, '') = k.risk_level
    order by ${by} ${directionOf(filter)} limit $${values.length}) t`;
  return { rows, by };
}

function upTo(
  where: string,
  values: unknown[],
  {
    by,
    after,
    isRising,
  }: PlacedPage & { readonly by: 't.id' | 't.seq'; readonly isRising: boolean },
): string {
  if (after === null) return where;
  values.push(by === 't.id' ? after : seqOf(after));
  return `${where} and ${by} ${isRising ? '>' : '<'} $${values.length}`;
}

function seqOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * The sum before each block of 64 rows that `page` touches, from whole blocks of 64^4, 64^3, 64^2 and 64 rows: at most
 * 64 index entries per level, wherever the block is.
 */
const SUMS_BEFORE = `
  touched as materialized (
    select account_id, seq >> 6 as block, max(seq) as last, array_agg(seq) as seqs from page
    group by account_id, block
  ), before as materialized (
    select b.*, coalesce((
      select sum(s.total) from (values (4), (3), (2), (1)) as v(level)
      join transaction_sums s on s.project_id = $1 and s.account_id = b.account_id and s.level = v.level
        and s.block >= case when v.level = 4 then 0 else (b.block >> (6 * v.level)) << 6 end
        and s.block < b.block >> (6 * (v.level - 1))), 0) as total
    from touched b
  )`;

/**
 * The sum before each block that `page` touches, plus its rows in order. Limited to the page, because the planner may
 * compare each row of the page with all of them.
 */
const BALANCES = `
  running as materialized (
    select account_id, seq, balance from (
      select b.account_id, r.seq, r.seq = any(b.seqs) as is_shown,
        b.total + sum(case when r.booked_at is null then 0 else r.amount end)
          over (partition by b.account_id, b.block order by r.seq) as balance
      from before b cross join lateral (
        select seq, amount, booked_at from account_transactions r
        where r.account_id = b.account_id and r.seq >= b.block << 6 and r.seq <= b.last
        order by r.account_id, r.seq) r) w
    where is_shown
  )`;

/**
 * A page of a statement, newest first, with the balances as stored at posting. Errors: 404 for a cursor that is not
 * posted.
 */
export async function readBooked(
  app: App,
  filter: Filter,
  page: { after: string | null; limit: number },
): Promise<TransactionRow[]> {
  const values: unknown[] = [filter.projectId];
  const ofAccounts = accounts(filter, values);
  let where = bookedConditions(filter, values);
  let cursor = '';
  if (page.after !== null) {
    await checkBooked(app, filter.projectId, page.after);
    values.push(page.after);
    cursor = `cross join (select booked_at, account_id, booked_seq from account_transactions
      where project_id = $1 and id = $${values.length}) c`;
    // The first condition is redundant, but gives the account index its start.
    where += ` and t.booked_at <= c.booked_at and (${PLACE}) < (c.booked_at, c.account_id, c.booked_seq)`;
  }
  values.push(page.limit);
  const limit = `$${values.length}`;
  return app.db.query<TransactionRow>(
    `select t.*, t.booked_balance as balance from ${ofAccounts} ${cursor}
     cross join lateral (
       select * from account_transactions t where ${where}
       order by t.booked_at desc, t.booked_seq desc limit ${limit}) t
     order by ${NEWEST_FIRST} limit ${limit}`,
    values,
  );
}

async function checkBooked(app: App, projectId: string, id: string): Promise<void> {
  const rows = await app.db.query(
    'select 1 from account_transactions where project_id = $1 and id = $2 and booked_at is not null',
    [projectId, id],
  );
  if (rows.length === 0) throw notFound();
}

export interface Described {
  readonly description: string | null;
  readonly description_code: DescriptionCode | null;
}

export function descriptionOf({ description, description_code: code }: Described): string | null {
  return code === null ? description : textsOf('reasons', 'en').transaction[code];
}

export interface Days {
  readonly projectId: string | null;
  readonly from: Date;
  /** Exclusive end. */
  readonly until: Date;
}

interface DayResult {
  readonly day: string;
  readonly status: string;
  readonly count: number;
}

/** By creation day and current status, from the hourly counts. */
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
