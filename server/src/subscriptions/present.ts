// Subscription rows in the API's format (wire.md (c)), in both versions, and in callbacks.
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { Subscription } from '../contract/objects/subscriptions.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import type { SubscriptionRow } from './subscription.ts';

export function presentSubscription(
  instance: Instance,
  row: SubscriptionRow,
): Static<typeof Subscription> {
  const currency = defined(instance.currencies.get(row.currency), 'currency is registered');
  return {
    id: row.id,
    status: row.status,
    custom_id: row.custom_id,
    name: row.name,
    amount: formatAmount(row.amount, currency),
    currency: row.currency,
    period: row.period,
    period_quantity: row.period_quantity,
    current_period_starts_at: formatTime(row.current_period_starts_at),
    current_period_ends_at: formatTime(row.current_period_ends_at),
    current_period_paid: row.current_period_paid,
    payer_email: row.payer_email,
    payer_name: row.payer_name,
    product_name: row.product_name,
    product_description: row.product_description,
    success_redirect_url: row.success_redirect_url,
    unsuccess_redirect_url: row.unsuccess_redirect_url,
    hosted_page_url: pageUrl(instance, row),
    created_at: formatTime(row.created_at),
    cancelled_at: row.cancelled_at === null ? null : formatTime(row.cancelled_at),
  };
}

/** The page on which the payer selects a coin and pays. The URL is the same for every period. */
export function pageUrl(instance: Instance, row: SubscriptionRow): string {
  return `${instance.publicUrl.value}/subscriptions/${row.id}`;
}
