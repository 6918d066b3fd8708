// What the screens of invoices ask.
import type { InvoiceQuery } from '@chaintill/client';
import { queryOptions } from '@tanstack/react-query';
import { merchant, operator } from '../../shared/api.ts';
import { listOptions, merchantPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';

export type InvoiceFilter = Pick<InvoiceQuery, 'customer_id' | 'subscription_id'>;

export function invoiceList(project: string, filter: InvoiceFilter) {
  return listOptions(['invoice', project, 'list', filter], async (after, signal) =>
    merchantPage(
      await merchant(project)(
        'listInvoices',
        { ...filter, limit: ROWS_OF_A_PAGE, starting_after: after },
        { signal },
      ),
    ),
  );
}

export function invoiceOne(project: string, id: string) {
  return queryOptions({
    queryKey: ['invoice', project, id],
    queryFn: ({ signal }) => merchant(project)('showInvoice', { invoice_id: id }, { signal }),
  });
}

export function invoiceRefunds(project: string, id: string) {
  return queryOptions({
    queryKey: ['invoice', project, id, 'refunds'],
    queryFn: ({ signal }) =>
      merchant(project)('listInvoiceRefunds', { invoice_id: id }, { signal }),
  });
}

export function payableCoins(project: string) {
  return queryOptions({
    queryKey: ['coin', project],
    queryFn: ({ signal }) => merchant(project)('listCoins', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What a refund comes to now; only of one that is unresolved. */
export function refundPreview(project: string, id: string) {
  return queryOptions({
    queryKey: ['invoice', project, id, 'preview'],
    queryFn: ({ signal }) => operator('invoices.preview', { invoice_id: id }, { signal }),
    staleTime: 0,
  });
}
