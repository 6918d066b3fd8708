// Queries of the subscription screens.
import type { Subscription } from '@chaintill/client';
import {
  listOptions,
  merchantPages,
  merchantQuery,
  operatorPages,
  operatorQuery,
  pagesOf,
  type TextSearch,
} from '../../shared/queries.ts';
import { requestedSpan } from '../../shared/ui/filters.tsx';

type Shown = 'id' | 'name' | 'status' | 'amount' | 'currency' | 'period' | 'period_quantity';
type Due = 'current_period_ends_at' | 'current_period_paid' | 'payer_email';
export type ListedSubscription = Pick<Subscription, Shown | Due>;

type SubscriptionFilter = TextSearch<
  'status' | 'currency' | 'payer_email' | 'custom_id' | 'from' | 'to'
>;

const subscriptionStatuses = ['active', 'cancelled'] as const;

/** Without filters, the total is counted as well. */
export function subscriptionList(project: string, filter: SubscriptionFilter) {
  const { status, currency, from, to, ...beginnings } = filter;
  const requested = {
    ...beginnings,
    project,
    currency: currency?.toUpperCase(),
    status: subscriptionStatuses.find((known) => known === status),
    ...requestedSpan({ from, to }),
  };
  const found = operatorPages('subscriptions.list', requested);
  return listOptions<ListedSubscription>(
    ['subscription', project, 'list', filter],
    Object.keys(filter).length === 0
      ? merchantPages(project, 'listSubscriptions', {})
      : pagesOf(found, (row) => ({ ...row, ...row.price })),
  );
}

export function subscriptionOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['subscription', project, 'one', id],
    name: 'showSubscription',
    input: { id },
  });
}

export function subscriptionKnown(project: string, subscription_id: string) {
  return operatorQuery(['subscription', project, 'known', subscription_id], 'subscriptions.show', {
    project,
    subscription_id,
  });
}
