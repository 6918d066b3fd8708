// The account transaction list: newest first, with a running balance on every row and a total, at a cost that does not
// grow with the list (read-rows.ts, count.ts).
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { chooseCurrency } from '../coins/choose.ts';
import type { Account, Transaction } from '../contract/objects/accounts.ts';
import type { InputOf, Page } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { checkCursor } from '../db/read-page.ts';
import type { Project } from '../projects/project.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { countRows } from './count.ts';
import {
  accounts,
  type BookedRange,
  bookedConditions,
  endOfInstant,
  type Filter,
} from './filter.ts';
import { descriptionOf, readBooked, readRows, type TransactionRow } from './read-rows.ts';

export type PresentedTransaction = Static<typeof Transaction>;
type ListInput = Partial<InputOf<Operations['listTransactions']>>;

export const PAGE_SIZE = 50;

/** Errors: 422 `invalid` for an unknown currency, 404 for a cursor that is not a row of the project. */
export async function listTransactions(
  app: App,
  project: Project,
  input: ListInput,
): Promise<Page<PresentedTransaction>> {
  const problems: ErrorDetail[] = [];
  if (input.currency !== undefined)
    chooseCurrency(app, { value: input.currency, target: 'currency' }, problems);
  const booked = bookedRange(input, problems);
  const isRising = input.order === 'oldest';
  if (isRising && booked !== null) problems.push(rule.oneOf('order', ['newest']));
  if (problems.length > 0) throw invalid(...problems);
  return readPage(app, input, {
    projectId: project.id,
    accountId: null,
    currency: input.currency ?? null,
    type: input.reference_type ?? null,
    status: input.status ?? null,
    riskLevel: input.risk_level ?? null,
    customerId: input.customer_id ?? null,
    from: input.created_at_from === undefined ? null : new Date(input.created_at_from),
    to: input.created_at_to === undefined ? null : new Date(endOfInstant(input.created_at_to)),
    booked,
    isRising,
  });
}

/** Errors: 404 for an account of another project. */
export async function listAccountTransactions(
  app: App,
  project: Project,
  input: Partial<InputOf<Operations['listAccountTransactions']>> & { account_id: string },
): Promise<Page<PresentedTransaction>> {
  const problems: ErrorDetail[] = [];
  const booked = bookedRange(input, problems);
  if (problems.length > 0) throw invalid(...problems);
  const rows = await app.db.query<{ currency: string }>(
    `select currency from ledger_accounts where project_id = $1 and id = $2 and kind = 'available'`,
    [project.id, input.account_id],
  );
  if (rows[0] === undefined) throw notFound();
  const filter = {
    type: null,
    status: null,
    riskLevel: null,
    customerId: null,
    from: null,
    to: null,
    booked,
    isRising: false,
  };
  const account = {
    projectId: project.id,
    accountId: input.account_id,
    currency: rows[0].currency,
  };
  return readPage(app, input, { ...filter, ...account });
}

type StatementRequest = Pick<ListInput, 'booked_at_from' | 'booked_at_to' | 'order_by'>;

/** Null: in creation order. A bound on the posting time requires posting order. */
function bookedRange(input: StatementRequest, problems: ErrorDetail[]): BookedRange | null {
  const { booked_at_from: from, booked_at_to: to, order_by: order } = input;
  const isBounded = from !== undefined || to !== undefined;
  if (isBounded && order === 'created_at') problems.push(rule.oneOf('order_by', ['booked_at']));
  if (!isBounded && order !== 'booked_at') return null;
  return {
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(endOfInstant(to)),
  };
}

async function readPage(
  app: App,
  page: { starting_after?: string | undefined; limit?: number | undefined },
  filter: Filter,
): Promise<Page<PresentedTransaction>> {
  const limit = page.limit ?? PAGE_SIZE;
  const after = page.starting_after ?? null;
  await checkCursor(app.db, { table: 'account_transactions', projectId: filter.projectId, after });
  if (filter.booked?.to) await closeStatement(app, { ...filter, to: filter.booked.to });
  const requested = { after, limit: limit + 1 };
  const [rows, total] = await Promise.all(
    filter.booked === null
      ? [readRows(app, filter, requested), countRows(app, filter)]
      : [readBooked(app, filter, requested), countBooked(app, filter)],
  );
  const shown = rows.slice(0, limit).map((row) => present(app, row));
  return { rows: shown, total, hasMore: rows.length > limit };
}

function present(app: App, row: TransactionRow): PresentedTransaction {
  const currency = defined(app.currencies.get(row.currency), 'currency is registered');
  const feeCurrency =
    row.fee_currency === null ? null : defined(app.currencies.get(row.fee_currency), 'currency');
  return {
    id: row.id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    amount: formatAmount(row.amount, currency),
    currency: row.currency,
    balance: formatAmount(row.balance, currency),
    fee: row.fee === null || feeCurrency === null ? null : formatAmount(row.fee, feeCurrency),
    fee_currency: row.fee_currency,
    reference_id: row.reference_id,
    reference_type: row.reference_type,
    description: descriptionOf(row),
    status: row.status,
    status_context: row.status_context,
    risk: row.risk === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.created_at),
    booked_at: row.booked_at === null ? null : formatTime(row.booked_at),
  };
}

/** Of one account, or of all accounts of the project. */
type ClosedStatement = Parameters<typeof accounts>[0] & { readonly to: Date };

/**
 * Ensures that all later postings have a later time, even by a process whose clock is behind. Waits for transactions
 * that are posting to these accounts.
 */
export async function closeStatement(app: App, { to, ...closed }: ClosedStatement): Promise<void> {
  if (to.getTime() >= app.clock.now()) return;
  const values: unknown[] = [closed.projectId];
  const ofAccounts = accounts(closed, values);
  values.push(to);
  const slot = `$${values.length}::timestamptz`;
  await app.db.write(
    `insert into booked_totals as b (project_id, account_id, n, total, last_at)
     select $1, a.id, 0, 0, ${slot} + interval '1 millisecond' from ${ofAccounts}
     where not exists (select 1 from booked_totals o
       where o.project_id = $1 and o.account_id = a.id and o.last_at > ${slot})
     order by a.id
     on conflict (project_id, account_id) do update set last_at = greatest(b.last_at, excluded.last_at)`,
    values,
  );
}

/** Each account numbers its statement rows without gaps. With other filters, the rows are counted. */
async function countBooked(app: App, filter: Filter): Promise<number> {
  const values: unknown[] = [filter.projectId];
  const ofAccounts = accounts(filter, values);
  const where = bookedConditions(filter, values);
  const numbers = (direction: 'asc' | 'desc') =>
    `(select t.booked_seq from account_transactions t where ${where}
      order by t.booked_at ${direction}, t.booked_seq ${direction} limit 1)`;
  const each = isTimeOnly(filter)
    ? `coalesce(${numbers('desc')} - ${numbers('asc')} + 1, 0)`
    : `(select count(*) from account_transactions t where ${where})`;
  const rows = await app.db.query<{ n: number }>(
    `select coalesce(sum(${each}), 0)::bigint as n from ${ofAccounts}`,
    values,
  );
  return defined(rows[0], 'one row').n;
}

function isTimeOnly({ type, status, riskLevel, customerId, from, to }: Filter): boolean {
  return [type, status, riskLevel, customerId, from, to].every((value) => value === null);
}

interface Position {
  readonly currency: string;
  /** All in the currency's smallest unit. */
  readonly balance: bigint;
  readonly held: bigint;
  /** Received in blocks, but not credited yet. */
  readonly arriving: bigint;
  /** Debited, but not final on the chain yet. */
  readonly leaving: bigint;
}

export function readPositions(sql: Sql, projectId: string): Promise<Position[]> {
  return sql.query<Position>(
    `select a.currency, a.balance, a.held, coalesce(d.balance, 0) as arriving, coalesce(w.balance, 0) as leaving
     from ledger_accounts a
     left join ledger_accounts d
       on d.project_id = a.project_id and d.currency = a.currency and d.kind = 'deposits'
     left join ledger_accounts w
       on w.project_id = a.project_id and w.currency = a.currency and w.kind = 'withdrawals'
     where a.project_id = $1 and a.kind = 'available' order by a.currency limit 1000`,
    [projectId],
  );
}

/** All accounts on one page, in the order of the supported currencies. */
export async function listAccounts(
  app: App,
  project: Project,
): Promise<Page<Static<typeof Account>>> {
  const rows = await app.db.query<{ id: string; currency: string; balance: bigint; held: bigint }>(
    `select id, currency, balance, held from ledger_accounts
     where project_id = $1 and kind = 'available' order by currency limit 1000`,
    [project.id],
  );
  const byCurrency = new Map(rows.map((row) => [row.currency, row]));
  const accounts = [...app.currencies.values()].flatMap((currency) => {
    const row = byCurrency.get(currency.code);
    if (row === undefined) return [];
    return {
      id: row.id,
      balance: formatAmount(row.balance, currency),
      available: formatAmount(row.balance - row.held, currency),
      currency: currency.code,
      project_id: project.id,
    };
  });
  return { rows: accounts, total: accounts.length, hasMore: false };
}
