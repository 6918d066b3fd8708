// A report of the ledger: each sum is computed from the postings between its accounts, so that it matches the ledger
// exactly (docs/decisions/0105-reports-of-the-books.md).
import type { App } from '../../app.ts';
import type { InputOf, OutputOf } from '../../contract/operator/operation.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import type { AccountKind } from '../../ledger/chart.ts';
import { type Booked, type Moved, projectsWithBooks, sumPeriods } from '../../ledger/day-sums.ts';
import { solvencyOf } from '../../payouts/wallet/solvency.ts';
import { shownPositions } from '../books/handlers.ts';
import {
  type HandlersOf,
  type OperationContext,
  type OperatorApp,
  withProblems,
} from '../operator.ts';
import { moneyOf, sumOfWorths, VALUED_IN, worthIn } from '../present.ts';
import type { reportsOperations } from './contract.ts';
import { findReportDaysProblems, type ReportDays, readReportDays } from './days.ts';
import { linesOf } from './report-lines.ts';
import { entriesOf, summaryOf } from './summary.ts';

type Operations = typeof reportsOperations;

type Report = OutputOf<Operations['reports.show']>;
type Given = InputOf<Operations['reports.show']>;

export const reportsHandlers: HandlersOf<Operations> = {
  'reports.summary': withProblems<Operations['reports.summary']>(
    async (app, { project, currency = VALUED_IN, by = 'month', ...given }, context) => {
      const days = await readReportDays(app, { by, ...given }, context);
      const summary = await summaryOf(app, { projectId: project ?? null, days, currency });
      return { ...summary, from: days.first, to: days.last, time_zone: days.zone, by };
    },
    findReportDaysProblems,
  ),
  'reports.entries': withProblems<Operations['reports.entries']>(entriesOf, findReportDaysProblems),
  'reports.show': withProblems<Operations['reports.show']>(reportOf, findReportDaysProblems),
  'reports.lines': withProblems<Operations['reports.lines']>(
    // A single page, because the number of periods is bounded.
    async (app, { limit: _, after: __, part, ...given }, context) => {
      const lines = linesOf(await reportOf(app, given, context));
      return { rows: lines.filter((row) => part === undefined || row.part === part), next: null };
    },
    findReportDaysProblems,
  ),
};

async function reportOf(
  app: OperatorApp,
  { project, currency = VALUED_IN, by = 'month', ...given }: Given,
  context: Pick<OperationContext, 'actor'>,
): Promise<Report> {
  const days = await readReportDays(app, { by, ...given }, context);
  const booked = await allBooked(app, project ?? null, days);
  const isNow = project === undefined && days.until.getTime() > app.clock.now();
  return {
    from: days.first,
    to: days.last,
    time_zone: days.zone,
    by,
    currency,
    sales: salesOf(app, booked),
    ...movesOf(app, booked.moved, currency),
    ends: endsOf(app, booked.held),
    solvency: isNow ? shownPositions((await solvencyOf(app)).positions) : null,
  };
}

/** One project at a time, because nobody waits for a report. */
async function allBooked(
  app: App,
  projectId: string | null,
  { periods, until }: ReportDays,
): Promise<Booked> {
  const ids = projectId === null ? await projectsWithBooks(app.db) : [projectId];
  const now = new Date(app.clock.now());
  const all: Booked[] = [];
  for (const id of ids) all.push(await sumPeriods(app.db, { projectId: id, periods, until, now }));
  return {
    moved: all.flatMap(({ moved }) => moved),
    sold: all.flatMap(({ sold }) => sold),
    held: all.flatMap(({ held }) => held),
  };
}

function salesOf(app: App, { sold }: Booked) {
  const same = groupBy(sold, ({ period, type, coin, currency }) =>
    [period, type, coin, currency].join(' '),
  );
  return sorted(same).flatMap(([, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { period, type, coin, currency } = first;
    return {
      period,
      type,
      coin,
      currency,
      count: rows.reduce((sum, { count }) => sum + count, 0),
      received: moneyOf(
        app,
        sumOf(rows, (row) => row.received),
        coin,
      ).amount,
      credited: moneyOf(
        app,
        sumOf(rows, (row) => row.credited),
        currency,
      ).amount,
    };
  });
}

/** Totals into and out of accounts of one kind. */
interface Turnover {
  readonly period: string;
  readonly currency: string;
  readonly came: bigint;
  readonly went: bigint;
  /** The part paid to the chain: outgoing less returned. */
  readonly toChain: bigint;
}

function turnoversOf(moved: readonly Moved[], kind: AccountKind): Turnover[] {
  const ours = moved.filter(({ from, to }) => (from === kind) !== (to === kind));
  const same = groupBy(ours, ({ period, currency }) => `${period} ${currency}`);
  return sorted(same).flatMap(([, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { period, currency } = first;
    const sum = (isIt: (row: Moved) => boolean) => sumOf(rows.filter(isIt), (row) => row.amount);
    const came = sum(({ to }) => to === kind);
    const went = sum(({ from }) => from === kind);
    const toChain = sum(({ to }) => to === 'chain') - sum(({ from }) => from === 'chain');
    return { period, currency, came, went, toChain };
  });
}

function movesOf(app: App, moved: readonly Moved[], into: string) {
  const worth = worthIn(app, into);
  const text = (amount: bigint, code: string) => moneyOf(app, amount, code).amount;
  const valued = (value: bigint | null) => (value === null ? null : text(value, into));
  const exchange = turnoversOf(moved, 'exchange').map((row) => ({
    ...row,
    worth: worth(row.came - row.went, row.currency),
  }));
  return {
    fees: turnoversOf(moved, 'fees').map(({ period, currency, came, went }) => ({
      period,
      currency,
      earned: text(came - went, currency),
    })),
    network: turnoversOf(moved, 'network_fees').map((row) => ({
      period: row.period,
      currency: row.currency,
      charged: text(row.came - row.went + row.toChain, row.currency),
      paid: text(row.toChain, row.currency),
    })),
    exchange: exchange.map(({ period, currency, came, went, worth: value }) => ({
      period,
      currency,
      taken: text(came, currency),
      given: text(went, currency),
      value: valued(value),
    })),
    spread: [...groupBy(exchange, ({ period }) => period)].map(([period, rows]) => ({
      period,
      value: valued(sumOfWorths(rows.map((row) => row.worth))),
    })),
    losses: turnoversOf(moved, 'losses').map(({ period, currency, came, went }) => ({
      period,
      currency,
      lost: text(went, currency),
      restored: text(came, currency),
    })),
  };
}

function endsOf(app: App, held: Booked['held']) {
  const same = groupBy(held, ({ currency }) => currency);
  return sorted(same).flatMap(([currency, rows]) => {
    const of = (kind: AccountKind) =>
      sumOf(
        rows.filter((row) => row.kind === kind),
        (row) => row.balance,
      );
    const [owned, arriving, leaving] = [of('available'), of('deposits'), of('withdrawals')];
    const inBooks = -of('chain');
    const owed = owned + arriving + leaving;
    if (owed === 0n && inBooks === 0n) return [];
    const text = (amount: bigint) => moneyOf(app, amount, currency).amount;
    return {
      currency,
      owned: text(owned),
      arriving: text(arriving),
      on_its_way: text(leaving),
      owed: text(owed),
      in_books: text(inBooks),
    };
  });
}

function sorted<Row>(groups: ReadonlyMap<string, Row[]>): [string, Row[]][] {
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
}
