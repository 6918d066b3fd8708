// Reads one page of the transaction list with the running balance of each row, at a cost that does not grow
// with the list (migration 0001: transaction_sums). Used by list.ts.
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import { accounts, bookedConditions, conditions, type Filter, orderOf } from './filter.ts';
import type { TransactionReferenceType } from './record.ts';

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
  readonly status: string | null;
  readonly status_context: string | null;
  readonly risk: StoredRisk | null;
  readonly created_at: Date;
  /** When it counted in the books; null before. */
  readonly booked_at: Date | null;
}

/** The place of a row; of two that were booked in one moment in two accounts the account decides. */
const PLACE = 't.booked_at, t.account_id, t.booked_seq';
const NEWEST_FIRST = PLACE.split(', ')
  .map((column) => `${column} desc`)
  .join(', ');

/** Newest first. */
export async function readRows(
  app: App,
  filter: Filter,
  page: { after: string | null; limit: number },
): Promise<TransactionRow[]> {
  const values: unknown[] = [];
  const { by } = orderOf(filter);
  let where = conditions(filter, values);
  if (page.after !== null) {
    values.push(by === 't.id' ? page.after : seqOf(page.after));
    where += ` and ${by} < $${values.length}`;
  }
  values.push(page.limit);
  return app.db.query<TransactionRow>(
    `with page as materialized (
       select * from account_transactions t where ${where} order by ${by} desc limit $${values.length}
     ), ${SUMS_BEFORE}
     select p.id, p.custom_id, p.customer_id, p.amount, p.currency, p.fee, p.fee_currency, p.reference_id,
       p.reference_type, p.description, p.status, p.status_context, p.risk, p.created_at, p.booked_at,
       ${BALANCE} as balance
     from page p join before b on b.account_id = p.account_id and b.block = p.seq >> 6
     order by p.id desc`,
    values,
  );
}

/** The first 48 bits of an id. */
function seqOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * The counted amounts before each block of 64 numbers that `page` touches: whole blocks of 64^4, 64^3, 64^2
 * and 64 rows, at most 64 index entries per level wherever the block stands.
 */
const SUMS_BEFORE = `
  touched as materialized (
    select distinct account_id, seq >> 6 as block from page
  ), before as materialized (
    select b.*, coalesce((
      select sum(s.total) from (values (4), (3), (2), (1)) as v(level)
      join transaction_sums s on s.project_id = $1 and s.account_id = b.account_id and s.level = v.level
        and s.block >= case when v.level = 4 then 0 else (b.block >> (6 * v.level)) << 6 end
        and s.block < b.block >> (6 * (v.level - 1))), 0) as total
    from touched b
  )`;

/** Running balance at a row: what is before its block, and the rows of its block up to it. */
const BALANCE = `
  b.total + coalesce((select sum(r.amount) from account_transactions r
    where r.project_id = $1 and r.account_id = p.account_id and r.booked_at is not null
      and r.seq >= b.block << 6 and r.seq <= p.seq), 0)`;

/**
 * A page of a statement: the rows that counted, newest booking first, each with the balance of its account after it,
 * as stored when it was booked. Errors: 404 for a cursor that is not booked.
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
    // The first condition is the one that the index of an account can begin at.
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
