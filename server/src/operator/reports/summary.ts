// One summary of a period: the opening balance, what changed it, and the closing balance, per currency and valued in
// one currency. Per currency it adds up to the last unit. Everything is valued at the same current rates.
import type { App } from '../../app.ts';
import { MOVEMENTS } from '../../contract/movements.ts';
import type { InputOf, OutputOf } from '../../contract/operator/operation.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import type { Sql } from '../../db/database.ts';
import { checkCursor } from '../../db/read-page.ts';
import { projectsWithBooks } from '../../ledger/day-sums.ts';
import { closeStatement } from '../../transactions/list.ts';
import { descriptionOf } from '../../transactions/read-rows.ts';
import {
  type Ends,
  type Moved,
  readMovements,
  sumMovements,
  summaryEnds,
} from '../../transactions/summarize.ts';
import type { OperationContext, OperatorApp } from '../operator.ts';
import { moneyOf, pageOf, rateIn, requestedPage, worthIn } from '../present.ts';
import type { reportsOperations, SummaryLine } from './contract.ts';
import { type ReportDays, readReportDays } from './days.ts';

type Summary = OutputOf<(typeof reportsOperations)['reports.summary']>;

type EntriesInput = InputOf<(typeof reportsOperations)['reports.entries']>;

interface Requested {
  readonly projectId: string | null;
  readonly days: ReportDays;
  readonly currency: string;
}

export async function summaryOf(
  app: App,
  { projectId, days, currency }: Requested,
): Promise<Omit<Summary, 'from' | 'to' | 'time_zone' | 'by'>> {
  const { moved, ends } = await readAll(app, projectId, days);
  const value = worthIn(app, currency);
  const rows = rowsOf(moved, ends);
  const valued = rows.map((row) => ({ ...row, value: value(row.amount, row.currency) }));
  const codes = [...new Set(rows.map((row) => row.currency))];
  const text = (amount: bigint, code = currency) => moneyOf(app, amount, code).amount;
  return {
    currency,
    since: days.from.toISOString(),
    until: days.until.toISOString(),
    rates: codes.map((code) => ({ currency: code, rate: rateIn(app, code, currency) })),
    unvalued: codes.filter((code) =>
      valued.some((row) => row.currency === code && row.value === null),
    ),
    totals: totalsOf(valued).map(({ line, amount }) => ({ line, amount: text(amount) })),
    periods: periodsOf(moved, { days, value }).map((row) => ({ ...row, amount: text(row.amount) })),
    rows: valued.map((row) => ({
      ...row,
      amount: text(row.amount, row.currency),
      value: row.value === null ? null : text(row.value),
    })),
    next: null,
  };
}

interface Read {
  readonly moved: readonly Moved[];
  readonly ends: readonly Ends[];
}

/** One project at a time, each as it was at one moment. */
async function readAll(app: App, projectId: string | null, days: ReportDays): Promise<Read> {
  const ids = projectId === null ? await projectsWithBooks(app.db) : [projectId];
  const all: Read[] = [];
  for (const id of ids) {
    await closeStatement(app, { projectId: id, to: new Date(days.until.getTime() - 1) });
    all.push(await app.db.snapshot((sql) => readOne(sql, id, days)));
  }
  return {
    moved: all.flatMap(({ moved }) => moved),
    ends: all.flatMap(({ ends }) => ends),
  };
}

async function readOne(sql: Sql, projectId: string, days: ReportDays): Promise<Read> {
  const span = { projectId, from: days.from, until: days.until };
  const starts = days.periods.map(({ from }) => from);
  return {
    moved: await sumMovements(sql, span, starts),
    ends: await summaryEnds(sql, span),
  };
}

interface Row {
  readonly currency: string;
  readonly line: SummaryLine;
  readonly count: number | null;
  readonly amount: bigint;
}

/** Every line of each currency that had a balance or a movement. */
function rowsOf(moved: readonly Moved[], ends: readonly Ends[]): Row[] {
  const byCurrency = groupBy(moved, (row) => row.currency);
  const same = groupBy(ends, (row) => row.currency);
  return [...same]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([currency, of]) => {
      const changes = byCurrency.get(currency) ?? [];
      const opening = sumOf(of, (row) => row.opening);
      const closing = sumOf(of, (row) => row.closing);
      if (changes.length === 0 && opening === 0n && closing === 0n) return [];
      return [
        { currency, line: 'opening' as const, count: null, amount: opening },
        ...MOVEMENTS.map((line) => movedRow(currency, line, changes)),
        { currency, line: 'closing' as const, count: null, amount: closing },
      ];
    });
}

function movedRow(currency: string, line: Row['line'], changes: readonly Moved[]): Row {
  const same = changes.filter(({ movement }) => movement === line);
  const count = same.reduce((sum, row) => sum + row.count, 0);
  return { currency, line, count, amount: sumOf(same, (row) => row.amount) };
}

type Valued = Row & { readonly value: bigint | null };

/**
 * The sums of the known values. Each value is rounded to the valuation currency, toward the smaller balance, so
 * `rounding` is the difference that makes the total add up.
 */
function totalsOf(rows: readonly Valued[]) {
  const totalOf = (line: SummaryLine) =>
    sumOf(
      rows.filter((row) => row.line === line),
      ({ value }) => value ?? 0n,
    );
  const [opening, closing] = [totalOf('opening'), totalOf('closing')];
  const changes = MOVEMENTS.map((line) => ({ line, amount: totalOf(line) }));
  const rounding = closing - opening - sumOf(changes, ({ amount }) => amount);
  return [
    { line: 'opening' as const, amount: opening },
    ...changes,
    { line: 'rounding' as const, amount: rounding },
    { line: 'closing' as const, amount: closing },
  ];
}

interface Valuing {
  readonly days: ReportDays;
  readonly value: ReturnType<typeof worthIn>;
}

/** The known value of each movement in each period. */
function periodsOf(moved: readonly Moved[], { days, value }: Valuing) {
  return days.periods.flatMap(({ name: period }, n) => {
    const inPeriod = moved.filter(({ part }) => part === n + 1);
    return MOVEMENTS.flatMap((line) => {
      const same = inPeriod.filter(({ movement }) => movement === line);
      if (same.length === 0) return [];
      const perCurrency = groupBy(same, ({ currency }) => currency);
      const amount = sumOf(
        [...perCurrency],
        ([code, rows]) =>
          value(
            sumOf(rows, (row) => row.amount),
            code,
          ) ?? 0n,
      );
      return [{ period, line, amount }];
    });
  });
}

/** The rows behind one line, or all rows of the period. */
export async function entriesOf(
  app: OperatorApp,
  { project: projectId, line, currency, after, limit, ...given }: EntriesInput,
  context: Pick<OperationContext, 'actor'>,
) {
  const { from, until } = await readReportDays(app, given, context);
  const page = requestedPage({ after, limit });
  await checkCursor(app.db, { table: 'account_transactions', projectId, after: page.after });
  await closeStatement(app, { projectId, to: new Date(until.getTime() - 1) });
  const found = await readMovements(app.db, {
    projectId,
    from,
    until,
    after: page.after,
    limit: page.limit + 1,
    movement: line ?? null,
    currency: currency ?? null,
  });
  const rows = found.slice(0, page.limit);
  return pageOf({ rows, hasMore: found.length > page.limit }, (row) => {
    const text = (amount: bigint) => moneyOf(app, amount, row.currency).amount;
    return {
      ...row,
      type: row.reference_type,
      description: descriptionOf(row),
      part: text(row.part),
      amount: text(row.amount),
      fee: text(row.fee),
      network_fee: text(row.network_fee),
      balance: text(row.balance),
    };
  });
}
