// Queries of the checkout screens.
import type { Checkout } from '@chaintill/client';
import type { OperatorApi } from '../../shared/api-types.ts';
import { checkoutContexts, checkoutStatuses } from '../../shared/checkout-status.tsx';
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

type Listed = OperatorApi['checkouts.list']['output']['rows'][number];
export type ListedCheckout = Omit<Listed, 'project_id' | 'customer_id'>;
export type Received = OperatorApi['checkouts.show']['output'];

type CheckoutFilter = TextSearch<'status' | 'context' | 'currency' | 'customer_id' | 'from' | 'to'>;

/** Without filters, the total is counted as well. */
export function checkoutList(project: string, filter: CheckoutFilter) {
  const { status, context, currency, customer_id, from, to } = filter;
  const requested = {
    project,
    customer_id,
    currency: currency?.toUpperCase(),
    status: checkoutStatuses.find((known) => known === status),
    context: checkoutContexts.find((known) => known === context),
    ...requestedSpan({ from, to }),
  };
  return listOptions<ListedCheckout>(
    ['checkout', project, 'list', filter],
    Object.keys(filter).length === 0
      ? pagesOf(merchantPages(project, 'listCheckouts', {}), listed)
      : operatorPages('checkouts.list', requested),
  );
}

function listed(row: Checkout): ListedCheckout {
  const { price_currency: currency, status_context: context } = row;
  return {
    ...row,
    context,
    price: { amount: row.price_amount, currency },
    paid: { amount: row.paid_amount, currency },
  };
}

export function checkoutOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['checkout', project, 'one', id],
    name: 'showCheckout',
    input: { id },
  });
}

export function checkoutReceived(project: string, checkout_id: string) {
  return operatorQuery(['checkout', project, 'received', checkout_id], 'checkouts.show', {
    project,
    checkout_id,
  });
}

/** What accepting an unresolved invoice would credit, at current rates. */
export function acceptancePreview(project: string, id: string) {
  return {
    ...operatorQuery(['invoice', project, id, 'preview'], 'invoices.preview', { invoice_id: id }),
    staleTime: 0,
  };
}

/** The queries that change when a checkout is canceled or accepted. */
export const changedBy = (project: string) => [
  ['checkout', project],
  ['invoice', project],
  ['account', project],
];
