// Queries of the subscription screens.
import type { Subscription } from '@chaintill/client';
import { merchant, operator } from '../../shared/api.ts';
import {
  listOptions,
  merchantPage,
  merchantQuery,
  operatorPage,
  operatorQuery,
  ROWS_OF_A_PAGE,
} from '../../shared/queries.ts';
import { requestedSpan, type Span } from '../../shared/ui/filters.tsx';

type Shown = 'id' | 'name' | 'status' | 'amount' | 'currency' | 'period' | 'period_quantity';
type Due = 'current_period_ends_at' | 'current_period_paid' | 'payer_email';
export type ListedSubscription = Pick<Subscription, Shown | Due>;

type Request = 'status' | 'currency' | 'payer_email' | 'custom_id';
type SubscriptionFilter = Span & { readonly [K in Request]?: string | undefined };

const subscriptionStatuses = ['active', 'cancelled'] as const;

/** Without filters, the total is counted as well. */
export function subscriptionList(project: string, filter: SubscriptionFilter) {
  const { status, currency, from, to, ...beginnings } = filter;
  const limit = ROWS_OF_A_PAGE;
  return listOptions<ListedSubscription>(
    ['subscription', project, 'list', filter],
    async (after, signal) => {
      if (Object.keys(filter).length === 0) {
        const requested = { limit, starting_after: after };
        return merchantPage(await merchant(project)('listSubscriptions', requested, { signal }));
      }
      const requested = {
        ...beginnings,
        project,
        limit,
        after,
        currency: currency?.toUpperCase(),
        status: subscriptionStatuses.find((known) => known === status),
        ...requestedSpan({ from, to }),
      };
      const page = await operator('subscriptions.list', requested, { signal });
      return operatorPage({ ...page, rows: page.rows.map((row) => ({ ...row, ...row.price })) });
    },
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
