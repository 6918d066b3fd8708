// Subscription rows in the API's format (wire.md (c)), in both versions, and in callbacks.

import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { Subscription } from '../contract/objects/subscriptions.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
  within,
} from '../db/newest-page.ts';
import { beginningPage } from '../db/read-page.ts';
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow } from './store-subscriptions.ts';

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

/** Every period has the same URL. */
export function pageUrl(
  instance: Instance,
  row: Pick<SubscriptionRow, 'project_id' | 'id'>,
): string {
  return `${payerSite(instance, row.project_id)}/subscriptions/${row.id}`;
}

interface SubscriptionListRequest extends PageRequest {
  readonly projectId: string;
  readonly status: SubscriptionRow['status'] | null;
  readonly currency: string | null;
  /** A case-insensitive prefix. */
  readonly payerEmail: string | null;
  /** A prefix. */
  readonly customId: string | null;
  readonly span: Span;
}

/** Newest first. With a prefix: sorted by that field. Errors: 404. */
export function pageOfSubscriptions(
  sql: Sql,
  { payerEmail, customId, status, currency, span, ...requested }: SubscriptionListRequest,
): Promise<NewestPage<SubscriptionRow>> {
  const page = { ...requested, table: 'subscriptions', columns: SUBSCRIPTION_COLUMNS };
  const filters: Condition[] = [
    [status, (place) => `status = ${place}`],
    [currency, (place) => `currency = ${place}`],
  ];
  const made = within('created_at', span);
  if (payerEmail !== null)
    return beginningPage(sql, {
      ...page,
      by: 'lower(payer_email) collate "C"',
      beginning: payerEmail.toLowerCase(),
      filters: [...filters, ...made, [customId, (place) => `starts_with(custom_id, ${place})`]],
    });
  if (customId === null)
    return newestPage(sql, { ...page, filters, span: { ...span, column: 'created_at' } });
  return beginningPage(sql, {
    ...page,
    by: 'custom_id collate "C"',
    beginning: customId,
    always: 'custom_id is not null',
    filters: [...filters, ...made],
  });
}
