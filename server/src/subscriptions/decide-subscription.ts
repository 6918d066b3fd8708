// Decides what the facts of a subscription imply. Pure and idempotent. The rules are the row of subscriptions in
// wire.md (d). Used by bill.ts.
import { MINUTE } from '../core/clock.ts';
import { nextPeriod } from './period.ts';
import type { SubscriptionRow } from './subscription.ts';

/** The check interval while a payment is pending at the end of the period. Its confirmation also triggers a check. */
const RECHECK_AFTER = MINUTE;

/** The payment status of the current period. */
export interface InvoiceProgress {
  readonly isPaid: boolean;
  /** An invoice that received enough in time but is not confirmed yet. */
  readonly incomingInvoice: string | null;
}

export interface SubscriptionDecision {
  readonly after: SubscriptionRow;
  /** Events for the merchant, in this order, each with the subscription's state at that point. */
  readonly events: readonly { event: 'paid' | 'cancelled'; row: SubscriptionRow }[];
  /** A new period has started: the payer gets its link. */
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
