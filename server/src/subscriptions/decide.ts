// What the facts of a subscription imply: pure, run as often as anyone likes. The rules are the row of
// subscriptions in wire.md (d). Used by bill.ts.
import { MINUTE } from '../core/clock.ts';
import { nextPeriod } from './period.ts';
import type { SubscriptionRow } from './subscription.ts';

/** While a payment is on its way at the end of the period, how often to look. Its confirmation wakes us anyway. */
const LOOK_AGAIN = MINUTE;

/** How the invoices of the present period stand. */
export interface Standing {
  readonly isPaid: boolean;
  /** An invoice to which enough was sent in time, and which is not confirmed yet. */
  readonly onItsWay: string | null;
}

export interface SubscriptionDecision {
  readonly after: SubscriptionRow;
  /** What is told to the merchant, in this order, each with the subscription as it was then. */
  readonly events: readonly { event: 'paid' | 'cancelled'; row: SubscriptionRow }[];
  /** A new period has begun: the payer gets its link. */
  readonly requestsPayment: boolean;
  readonly dueAt: Date | null;
}

export function decideSubscription(
  before: SubscriptionRow,
  standing: Standing & { now: Date },
): SubscriptionDecision {
  if (before.status === 'cancelled')
    return { after: before, events: [], requestsPayment: false, dueAt: null };
  const { now } = standing;
  const isNewlyPaid = standing.isPaid && !before.current_period_paid;
  const row: SubscriptionRow = isNewlyPaid ? { ...before, current_period_paid: true } : before;
  const events = isNewlyPaid ? [{ event: 'paid' as const, row }] : [];
  const endsAt = row.current_period_ends_at;
  if (now < endsAt) return { after: row, events, requestsPayment: false, dueAt: endsAt };
  if (row.current_period_paid) return { ...roll(row, now), events };
  if (standing.onItsWay !== null) {
    const dueAt = new Date(now.getTime() + LOOK_AGAIN);
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
