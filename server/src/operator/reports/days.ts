// The days of a report, in the reader's time zone, and its periods: days, months or years, from the start of the first
// day to the end of the last, exclusive.
import { type ErrorDetail, rule } from '../../core/errors.ts';
import { addDays, dayAt, dayStartIn } from '../../core/time-zone.ts';
import { findUser } from '../../people/users.ts';
import type { OperationContext, OperatorApp } from '../operator.ts';

/** Length of the date prefix that identifies the period. */
const PREFIXES = {
  day: '2026-11-23'.length,
  month: '2026-11'.length,
  year: '2026'.length,
} as const;
export const PERIODS = ['day', 'month', 'year'] as const;
type PeriodLength = (typeof PERIODS)[number];

const DAYS_IN = { day: 1, month: 31, year: 366 } as const;
const PERIODS_MAX = 400;
const DAYS_BY_DEFAULT = 30;
const DEFAULT_ZONE = 'UTC';

interface DaysInput {
  /** The UTC date of each time is the day, whatever the zone. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly time_zone?: string | undefined;
  readonly by?: PeriodLength | undefined;
}

export interface ReportPeriod {
  /** For example 2026-11-23, 2026-11 or 2026. */
  readonly name: string;
  readonly from: Date;
}

export interface ReportDays {
  readonly zone: string;
  /** The first and the last day, for example 2026-11-01 and 2026-11-30. */
  readonly first: string;
  readonly last: string;
  readonly from: Date;
  readonly until: Date;
  readonly periods: readonly ReportPeriod[];
}

/** Default: the last 30 days in the zone of the person's settings, or UTC. */
export async function readReportDays(
  app: OperatorApp,
  input: DaysInput,
  { actor }: Pick<OperationContext, 'actor'>,
): Promise<ReportDays> {
  const zone = input.time_zone ?? (await zoneOf(app, actor.userId));
  const { first, last } = daysOf(app, input, zone);
  const from = new Date(dayStartIn(zone, first));
  const until = new Date(dayStartIn(zone, addDays(last, 1)));
  return { zone, first, last, from, until, periods: periodsOf(zone, { first, last }, input.by) };
}

async function zoneOf(app: OperatorApp, userId: string | undefined): Promise<string> {
  const user = userId === undefined ? null : await findUser(app.db, userId);
  return user?.time_zone ?? DEFAULT_ZONE;
}

function daysOf(app: OperatorApp, { from, to }: DaysInput, zone: string) {
  const last = to === undefined ? dayAt(zone, app.clock.now()) : dateOf(to);
  const first = from === undefined ? addDays(last, 1 - DAYS_BY_DEFAULT) : dateOf(from);
  return { first, last };
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function periodsOf(
  zone: string,
  { first, last }: { first: string; last: string },
  by: PeriodLength = 'month',
): ReportPeriod[] {
  const periods: ReportPeriod[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = day.slice(0, PREFIXES[by]);
    if (periods.at(-1)?.name === name) continue;
    periods.push({ name, from: new Date(dayStartIn(zone, day)) });
  }
  return periods;
}

/** The end must not precede the start, and there are at most 400 periods. */
export function findReportDaysProblems(
  app: OperatorApp,
  input: DaysInput,
  problems: ErrorDetail[],
): void {
  const { first, last } = daysOf(app, input, input.time_zone ?? DEFAULT_ZONE);
  if (first > last) problems.push(rule.atMost('from', startOf(last)));
  const earliest = addDays(last, 1 - DAYS_IN[input.by ?? 'month'] * PERIODS_MAX);
  if (first < earliest) problems.push(rule.atLeast('from', startOf(earliest)));
}

const startOf = (day: string) => `${day}T00:00:00.000Z`;
