// The calendar of a subscription, in UTC: where its periods end, and which one comes next. Pure. Every end is
// counted from the first one, so that a short month takes nothing from the months after it.
import { HOUR } from '../core/clock.ts';

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** When the first payment is due, and how far the others are apart. */
export interface Schedule {
  readonly starts_at: Date;
  readonly period: Period;
  readonly period_quantity: number;
}

/** A payer who is asked has at least this long to pay; less is left only when we were down. */
const NOTICE_MIN = 12 * HOUR;
const DAYS: Readonly<Record<'day' | 'week', number>> = { day: 1, week: 7 };
const MONTHS: Readonly<Record<'month' | 'year', number>> = { month: 1, year: 12 };

/** `starts_at` plus so many periods: a month after 31 January is the last day of February. */
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
  // Day 0 of the next month is the last of this one.
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
}

export interface NextPeriod {
  readonly index: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/**
 * The period after the one that ended with `index`. Usually the next; after a time in which nobody was there
 * to ask for the payment, the first one that leaves the payer time, so that our outage is not his debt.
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
