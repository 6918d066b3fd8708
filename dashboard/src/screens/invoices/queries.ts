// Queries of the invoice screens.
import type { Invoice } from '@chaintill/client';
import type { OperatorApi } from '../../shared/api-types.ts';
import { requestedOrder } from '../../shared/list-orders.ts';
import {
  listOptions,
  merchantPages,
  merchantQuery,
  operatorPages,
  operatorQuery,
  pagesOf,
  type TextSearch,
} from '../../shared/queries.ts';
import { invoiceContexts } from '../../shared/statuses.tsx';
import { requestedSpan } from '../../shared/ui/filters.tsx';

export type ListedInvoice = OperatorApi['invoices.list']['output']['rows'][number];

/** `payer_email` matches a prefix. */
type InvoiceFilter = TextSearch<
  | 'status'
  | 'context'
  | 'coin'
  | 'currency'
  | 'customer_id'
  | 'subscription_id'
  | 'payer_email'
  | 'from'
  | 'to'
  | 'sort'
>;

/** By the status in the URL. `cancelled` is in links of earlier releases. */
const requestedStatus: Readonly<Record<string, OperatorApi['invoices.list']['input']['status']>> = {
  new: 'waiting',
  expired: 'expired',
  completed: 'completed',
  unresolved: 'unresolved',
  refunded: 'refunded',
  cancelled: 'expired',
};

/** With only owner filters, the total is counted as well. */
export function invoiceList(project: string, filter: InvoiceFilter) {
  const { status, context, coin, currency, payer_email, from, to, sort, ...owners } = filter;
  const isCounted = [status, context, coin, currency, payer_email, from, to, sort].every(
    (value) => value === undefined,
  );
  const requested = {
    ...owners,
    coin,
    currency: currency?.toUpperCase(),
    order: requestedOrder(sort, currency),
    payer_email,
    project,
    status: requestedStatus[status ?? ''],
    context: invoiceContexts.find((known) => known === context),
    ...requestedSpan({ from, to }),
  };
  return listOptions<ListedInvoice>(
    ['invoice', project, 'list', filter],
    isCounted
      ? pagesOf(merchantPages(project, 'listInvoices', owners), (row) => listed(project, row))
      : operatorPages('invoices.list', requested),
  );
}

function listed(project: string, row: Invoice): ListedInvoice {
  return {
    id: row.id,
    project_id: project,
    custom_id: row.custom_id,
    name: row.name,
    status: row.status,
    context: row.status_context,
    network: row.network,
    price: { amount: row.price_amount, currency: row.price_currency },
    pay: { amount: row.pay_amount, currency: row.pay_currency },
    paid: { amount: row.paid_amount, currency: row.pay_currency },
    customer_id: row.customer_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  };
}

export function invoiceOne(project: string, id: string) {
  return merchantQuery(project, {
    key: ['invoice', project, id],
    name: 'showInvoice',
    input: { invoice_id: id },
  });
}

export function invoiceRefunds(project: string, id: string) {
  return merchantQuery(project, {
    key: ['invoice', project, id, 'refunds'],
    name: 'listInvoiceRefunds',
    input: { invoice_id: id },
  });
}

/** What a refund would pay now. Only for an unresolved invoice. */
export function refundPreview(project: string, id: string) {
  return {
    ...operatorQuery(['invoice', project, id, 'preview'], 'invoices.preview', { invoice_id: id }),
    staleTime: 0,
  };
}

/** The queries that change when an invoice is resolved. */
export const changedBy = (project: string) => [
  ['invoice', project],
  ['account', project],
];
