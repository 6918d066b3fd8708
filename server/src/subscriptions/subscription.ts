// Subscriptions ("email billing"): an amount that is requested from one payer by email every period. Statuses, fields
// and terms: wire.md (c), (d) and (g).
import { DAY } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { Schedule } from './period.ts';

export type SubscriptionStatus = 'active' | 'cancelled';

export const subscriptionStatuses = defineStatuses<SubscriptionStatus>('subscription', {
  active: ['cancelled'],
  cancelled: [],
});

/** Minimum time from creation to the first payment (wire.md (g)). */
export const STARTS_AFTER = 3 * DAY;
/** Maximum time from creation to the first payment. A later date is most likely a mistyped year. */
export const STARTS_BEFORE = 3660 * DAY;

export interface SubscriptionRow extends Schedule {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly status: SubscriptionStatus;
  readonly name: string;
  readonly amount: bigint;
  readonly currency: string;
  /** The current period ends this many periods after `starts_at`. Identifies the period. */
  readonly period_index: number;
  readonly current_period_starts_at: Date;
  readonly current_period_ends_at: Date;
  readonly current_period_paid: boolean;
  readonly payer_email: string;
  readonly payer_name: string | null;
  readonly product_name: string | null;
  readonly product_description: string | null;
  readonly success_redirect_url: string | null;
  readonly unsuccess_redirect_url: string | null;
  readonly created_at: Date;
  readonly cancelled_at: Date | null;
}
