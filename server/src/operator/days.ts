// Date ranges in operation inputs: the UTC days that contain the given times, both inclusive.
import { DAY } from '../core/clock.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import type { OperatorApp } from './operator.ts';

const DAYS_MAX = 400;

interface DaysFields {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface DaysInput {
  readonly from: Date;
  /** The end of the last day, exclusive. */
  readonly until: Date;
}

/** Default end: today. Default start: 30 days before the end. */
export function readDaysInput(app: OperatorApp, { from, to }: DaysFields): DaysInput {
  const last = startOfDay(to ?? app.clock.now());
  const first = from === undefined ? last - 29 * DAY : startOfDay(from);
  return { from: new Date(first), until: new Date(last + DAY) };
}

/** The end must not precede the start, and the range is at most this many times 400 days. */
export function findDaysProblems(
  app: OperatorApp,
  { times = 1, ...fields }: DaysFields & { times?: number },
  problems: ErrorDetail[],
): void {
  const { from, until } = readDaysInput(app, fields);
  const last = new Date(until.getTime() - DAY);
  if (from > last) problems.push(rule.atMost('from', last.toISOString()));
  const earliest = new Date(until.getTime() - times * DAYS_MAX * DAY);
  if (from < earliest) problems.push(rule.atLeast('from', earliest.toISOString()));
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}
