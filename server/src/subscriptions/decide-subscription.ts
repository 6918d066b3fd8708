// Decides what the facts of a subscription imply (wire.md (d)). Pure and idempotent.
import { HOUR, MINUTE } from '../core/clock.ts';
import type { SubscriptionRow } from './store-subscriptions.ts';

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

export interface Schedule {
  readonly starts_at: Date;
  readonly period: Period;
  readonly period_quantity: number;
}

/** The minimum time that a payer has to pay after a request. Shorter only after an outage of the instance. */
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

interface NextPeriod {
  readonly index: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Usually the next period. After an outage, the first one that leaves the payer enough time to pay. */
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

/** The check interval while a payment is pending at the end of the period. */
const RECHECK_AFTER = MINUTE;

export interface InvoiceProgress {
  readonly isPaid: boolean;
  readonly incomingInvoice: string | null;
}

export interface SubscriptionDecision {
  readonly after: SubscriptionRow;
  /** In the order of sending, each with the subscription's state at that point. */
  readonly events: readonly { event: 'paid' | 'cancelled'; row: SubscriptionRow }[];
  readonly requestsPayment: boolean;
  readonly dueAt: Date | null;
}

export function decideSubscription(
  before: SubscriptionRow,
  progress: InvoiceProgress & { now: Date },
): SubscriptionDecision {
  if (before.status === 'cancelled')
    return { after: before, events: [], requestsPayment: false, dueAt: null };
  const { now } = progress;
  const isNewlyPaid = progress.isPaid && !before.current_period_paid;
  const row: SubscriptionRow = isNewlyPaid ? { ...before, current_period_paid: true } : before;
  const events = isNewlyPaid ? [{ event: 'paid' as const, row }] : [];
  const endsAt = row.current_period_ends_at;
  if (now < endsAt) return { after: row, events, requestsPayment: false, dueAt: endsAt };
  if (row.current_period_paid) return { ...roll(row, now), events };
  if (progress.incomingInvoice !== null) {
    const dueAt = new Date(now.getTime() + RECHECK_AFTER);
    return { after: row, events, requestsPayment: false, dueAt };
  }
  const after: SubscriptionRow = { ...row, status: 'cancelled', cancelled_at: now };
  const cancelled = { event: 'cancelled' as const, row: after };
  return { after, events: [...events, cancelled], requestsPayment: false, dueAt: null };
}

function roll(row: SubscriptionRow, now: Date): Omit<SubscriptionDecision, 'events'> {
  const next = nextPeriod(row, row.period_index, now);
  const after: SubscriptionRow = {
    ...row,
    period_index: next.index,
    current_period_starts_at: next.startsAt,
    current_period_ends_at: next.endsAt,
    current_period_paid: false,
  };
  return { after, requestsPayment: true, dueAt: next.endsAt };
}
