// Subscriptions ("email billing"): an amount asked of one payer every period by mail. Statuses, fields and
// terms as wire.md (c), (d) and (g).
import { DAY } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { Schedule } from './period.ts';

export type SubscriptionStatus = 'active' | 'cancelled';

export const subscriptionStatuses = defineStatuses<SubscriptionStatus>('subscription', {
  active: ['cancelled'],
  cancelled: [],
});

/** The first payment is due at the earliest so long after the creation (wire.md (g)). */
export const STARTS_AFTER = 3 * DAY;
/** And at the latest so long after it: who means more has mistyped a year. */
export const STARTS_BEFORE = 3660 * DAY;

export interface SubscriptionRow extends Schedule {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly status: SubscriptionStatus;
  readonly name: string;
  readonly amount: bigint;
  readonly currency: string;
  /** The present period ends this many periods after `starts_at`; names the period. */
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
