// The subscriptions of a project as people look through them.
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
import { SUBSCRIPTION_COLUMNS } from './store.ts';
import type { SubscriptionRow } from './subscription.ts';

export interface SubscriptionListRequest extends PageRequest {
  readonly projectId: string;
  readonly status: SubscriptionRow['status'] | null;
  readonly currency: string | null;
  /** What it begins with, in any case. */
  readonly payerEmail: string | null;
  /** What it begins with. */
  readonly customId: string | null;
  /** When it was made. */
  readonly span: Span;
}

/** Newest first; by what something begins with, in its order. Errors: 404. */
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
