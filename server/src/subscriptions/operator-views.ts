// The subscriptions of a project, for its members' lists.
import { beginningPage } from '../db/beginning-page.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
  within,
} from '../db/newest-page.ts';
import { SUBSCRIPTION_COLUMNS } from './store-subscriptions.ts';
import type { SubscriptionRow } from './subscription.ts';

export interface SubscriptionListRequest extends PageRequest {
  readonly projectId: string;
  readonly status: SubscriptionRow['status'] | null;
  readonly currency: string | null;
  /** A prefix, case-insensitive. */
  readonly payerEmail: string | null;
  /** A prefix. */
  readonly customId: string | null;
  /** Limits the creation time. */
  readonly span: Span;
}

/** Newest first. With a prefix: in the order of that field. Errors: 404. */
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
      ...{ ...page, by: 'lower(payer_email) collate "C"', beginning: payerEmail.toLowerCase() },
      filters: [...filters, ...made, [customId, (place) => `starts_with(custom_id, ${place})`]],
    });
  if (customId === null)
    return newestPage(sql, { ...page, filters, span: { ...span, column: 'created_at' } });
  return beginningPage(sql, {
    ...{ ...page, by: 'custom_id collate "C"', beginning: customId },
    always: 'custom_id is not null',
    filters: [...filters, ...made],
  });
}
