// The overview: pending tasks, the merchants' total balance in one currency, and recent payments.
import type { App } from '../../app.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { DAY } from '../../core/clock.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import type { Sql } from '../../db/database.ts';
import { waitingByDay } from '../../invoices/shown-status.ts';
import { type Moved, projectsWithBooks, sumPostings } from '../../ledger/day-sums.ts';
import { type Days, resultsByDay } from '../../transactions/read-rows.ts';
import { countNeeds } from '../needs.ts';
import { type HandlersOf, mayEverywhere, mayWithin, withProblems } from '../operator.ts';
import { payoutsOperations } from '../payouts/contract.ts';
import {
  dayOf,
  findDaysProblems,
  moneyOf,
  readDaysInput,
  sumOfWorths,
  VALUED_IN,
  worthIn,
} from '../present.ts';
import { proposalsOperations } from '../proposals/contract.ts';
import { type overviewOperations, PAYMENT_TYPES } from './contract.ts';

const OF_MERCHANTS = 'available';

type Flows = (typeof overviewOperations)['overview.flows'];

const showFlows = withProblems<Flows>(async (app, { project, currency, ...given }) => {
  const into = currency ?? VALUED_IN;
  const { from, until } = readDaysInput(app, given);
  const days = { projectId: project ?? null, from, until };
  const worth = worthIn(app, into);
  const valued = (amount: bigint, code: string) => {
    const value = worth(amount, code);
    return value === null ? null : moneyOf(app, value, into).amount;
  };
  const [flows, invoices] = [await flowsByDay(app, days), await shownResults(app, days)];
  return {
    from: dayOf(from),
    to: dayOf(new Date(until.getTime() - DAY)),
    currency: into,
    days: flows.map(({ day, currency: code, credited, debited }) => ({
      day,
      currency: code,
      credited: moneyOf(app, credited, code).amount,
      debited: moneyOf(app, debited, code).amount,
      credited_value: valued(credited, code),
      debited_value: valued(debited, code),
    })),
    invoices,
  };
}, findDaysProblems);

/** Of the invoices with the status `new`, those that are unpaid past their expiry are counted as `expired`. */
async function shownResults(app: Pick<App, 'db' | 'clock'>, days: Days) {
  const now = new Date(app.clock.now());
  const results = await resultsByDay(app.db, days);
  const waiting = new Map(
    (await waitingByDay(app.db, { ...days, now })).map(({ day, count }) => [day, count]),
  );
  return results.flatMap((row) => {
    if (row.status !== 'new') return [row];
    const open = Math.min(row.count, waiting.get(row.day) ?? 0);
    return [
      { ...row, count: open },
      { ...row, status: 'expired', count: row.count - open },
    ].filter(({ count }) => count > 0);
  });
}

/** Per day and currency, both positive, in the currency's smallest unit. */
interface DayFlow {
  /** For example 2026-11-23. */
  readonly day: string;
  readonly currency: string;
  readonly credited: bigint;
  readonly debited: bigint;
}

/** Movements into and out of merchant accounts, equal to the sums of their statements. */
export async function flowsByDay(
  app: Pick<App, 'db' | 'clock'>,
  { projectId, ...days }: Days,
): Promise<DayFlow[]> {
  const now = new Date(app.clock.now());
  const moved: Moved[] = [];
  for (const id of projectId === null ? await projectsWithBooks(app.db) : [projectId]) {
    const booked = await sumPostings(app.db, { projectId: id, ...days, now, by: 'day' });
    moved.push(...booked.moved.filter(({ from, to }) => [from, to].includes(OF_MERCHANTS)));
  }
  return [...groupBy(moved, ({ period, currency }) => `${period} ${currency}`)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, rows]) => {
      const [first] = rows;
      if (first === undefined) return [];
      const sum = (isIt: (row: Moved) => boolean) => sumOf(rows.filter(isIt), (row) => row.amount);
      return {
        day: first.period,
        currency: first.currency,
        credited: sum(({ to }) => to === OF_MERCHANTS),
        debited: sum(({ from }) => from === OF_MERCHANTS),
      };
    });
}

type Overview = OutputOf<(typeof overviewOperations)['overview.show']>;

const LATEST = 6;
/** More than payments, because the newest event of a project may be another one. */
const PROJECTS = 20;
/** A payment has several events. */
const EVENTS = 60;

export const overviewHandlers: HandlersOf<typeof overviewOperations> = {
  async 'overview.show'(app, { project, currency = VALUED_IN }, { actor }) {
    const projectId = project ?? null;
    const { permission } = payoutsOperations['payouts.pauses'];
    const isOfInstance = await mayEverywhere(app.db, actor, permission);
    const mayDecide = await mayWithin(app.db, actor, {
      projectId,
      permission: proposalsOperations['proposals.approve'].permission,
    });
    const [needs, owned, payments] = await Promise.all([
      countNeeds(app, { projectId, isOfInstance, mayDecide }),
      whatIsOwned(app.db, projectId),
      latestPayments(app.db, projectId),
    ]);
    return { needs, ...accountsOf(app, owned, currency), payments };
  },
  'overview.flows': showFlows,
};

interface Owned {
  readonly currency: string;
  readonly balance: bigint;
  readonly held: bigint;
  /** Debited, but not confirmed on the chain. */
  readonly on_its_way: bigint;
  /** Received, but not credited yet. */
  readonly arriving: bigint;
}

const SUMS = `select currency,
    sum(balance) filter (where kind = 'available') as balance,
    sum(held) as held,
    coalesce(sum(balance) filter (where kind = 'withdrawals'), 0) as on_its_way,
    coalesce(sum(balance) filter (where kind = 'deposits'), 0) as arriving
  from ledger_accounts
  where kind in ('available', 'withdrawals', 'deposits')`;

/** Sums one row per account: many for all projects, few for one. */
function whatIsOwned(sql: Sql, projectId: string | null): Promise<Owned[]> {
  if (projectId === null) return sql.query<Owned>(`${SUMS} group by currency order by currency`);
  const text = `${SUMS} and project_id = $1 group by currency order by currency`;
  return sql.query<Owned>(text, [projectId]);
}

function accountsOf(
  app: App,
  owned: readonly Owned[],
  code: string,
): Pick<Overview, 'accounts' | 'currency' | 'total'> {
  const worth = worthIn(app, code);
  const some = owned.filter(
    (row) => row.balance !== 0n || row.on_its_way !== 0n || row.arriving !== 0n,
  );
  const worths = some.map((row) => worth(row.balance, row.currency));
  const sum = sumOfWorths(worths);
  const accounts = some.map((row, n) => {
    const text = (amount: bigint) => moneyOf(app, amount, row.currency).amount;
    const value = worths[n] ?? null;
    return {
      currency: row.currency,
      available: text(row.balance - row.held),
      held: text(row.held),
      on_its_way: text(row.on_its_way),
      arriving: text(row.arriving),
      value: value === null ? null : moneyOf(app, value, code).amount,
    };
  });
  return { accounts, currency: code, total: sum === null ? null : moneyOf(app, sum, code) };
}

const EVENT = 'type, object_id, project_id, created_at, id, payload';
const IS_PAYMENT = `type in (${PAYMENT_TYPES.map((type) => `'${type}'`).join()})`;
/**
 * The newest events are read from the projects whose last event is newest. An index across projects would add a cost to
 * every event.
 */
const LATEST_OF_ALL = `select e.* from (
    select p.id from projects p
    cross join lateral (select id from events where project_id = p.id order by id desc limit 1) l
    order by l.id desc limit ${PROJECTS}) p
  cross join lateral (select ${EVENT} from events where project_id = p.id order by id desc limit ${EVENTS}) e
  where ${IS_PAYMENT} order by e.id desc limit ${EVENTS}`;
const LATEST_OF_ONE = `select * from (
    select ${EVENT} from events where project_id = $1 order by id desc limit ${EVENTS}) e
  where ${IS_PAYMENT} order by id desc`;

interface EventRow {
  readonly type: (typeof PAYMENT_TYPES)[number];
  readonly object_id: string;
  readonly project_id: string;
  readonly created_at: Date;
  readonly payload: string;
}

/** One row per payment, by its newest event, whose payload is the payment as the API presents it. */
async function latestPayments(sql: Sql, projectId: string | null): Promise<Overview['payments']> {
  const rows = await (projectId === null
    ? sql.query<EventRow>(LATEST_OF_ALL)
    : sql.query<EventRow>(LATEST_OF_ONE, [projectId]));
  const newest = [...groupBy(rows, ({ type, object_id: id }) => `${type} ${id}`).values()];
  return newest.flatMap(([row]) => (row === undefined ? [] : paymentOf(row))).slice(0, LATEST);
}

/** The field of the amount, and that of its currency. */
const AMOUNTS = {
  Invoice: ['price_amount', 'price_currency'],
  ChannelPayment: ['paid_amount', 'paid_currency'],
  CoinDeposit: ['amount', 'currency'],
  CoinWithdrawal: ['received_amount', 'received_currency'],
} as const satisfies Record<EventRow['type'], readonly [string, string]>;

function paymentOf(row: EventRow): Overview['payments'][number] {
  const { data = {} } = JSON.parse(row.payload) as { readonly data?: Record<string, unknown> };
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null);
  const [amount, currency] = AMOUNTS[row.type].map(text);
  return {
    type: row.type,
    id: row.object_id,
    project_id: row.project_id,
    title: text('name') ?? text('custom_id') ?? text('description'),
    customer: text('customer_id'),
    amount: amount == null || currency == null ? null : { amount, currency },
    status: text('status'),
    status_context: text('status_context'),
    paid_amount: row.type === 'Invoice' ? text('paid_amount') : null,
    expires_at: row.type === 'Invoice' ? text('expires_at') : null,
    at: row.created_at.toISOString(),
  };
}
