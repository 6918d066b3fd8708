// The calendar of a subscription, in UTC: when its periods end, and which one follows. Pure. Every end is computed from
// the first one, so that a short month does not shorten later ones.
import { HOUR } from '../core/clock.ts';

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** When the first payment is due, and the interval. */
export interface Schedule {
  readonly starts_at: Date;
  readonly period: Period;
  readonly period_quantity: number;
}

/** The minimum time that a payer has to pay after a request. Only shorter if the instance was down. */
const NOTICE_MIN = 12 * HOUR;
const DAYS: Readonly<Record<'day' | 'week', number>> = { day: 1, week: 7 };
const MONTHS: Readonly<Record<'month' | 'year', number>> = { month: 1, year: 12 };

/** `starts_at` plus this many periods. One month after January 31 is the last day of February. */
export function periodEnd(schedule: Schedule, index: number): Date {
  const { starts_at: start, period } = schedule;
  const count = index * schedule.period_quantity;
  const end = new Date(start);
  if (period === 'day' || period === 'week') {
    end.setUTCDate(start.getUTCDate() + count * DAYS[period]);
    return end;
  }
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + count * MONTHS[period]);
  end.setUTCDate(Math.min(start.getUTCDate(), daysInMonth(end)));
  return end;
}

function daysInMonth(month: Date): number {
  // Day 0 of the next month is the last day of this one.
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
}

export interface NextPeriod {
  readonly index: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * The period after the one that ended with `index`: usually the next one. After an outage in which no payment was
 * requested, the first period that leaves the payer enough time, so that the payer does not pay for our outage.
 */
export function nextPeriod(schedule: Schedule, index: number, now: Date): NextPeriod {
  let next = index + 1;
  while (periodEnd(schedule, next).getTime() - now.getTime() < NOTICE_MIN) next++;
  let start = next - 1;
  while (start > index && periodEnd(schedule, start) > now) start--;
  return {
    index: next,
    startsAt: periodEnd(schedule, start),
    endsAt: periodEnd(schedule, next),
  };
}
