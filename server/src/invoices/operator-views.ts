// The invoices of one project or of all, as the operator and people of the project look through them.
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageAsked, type Span } from '../db/newest-page.ts';
import type { InvoiceRow, InvoiceStatus } from './invoice.ts';
import { INVOICE_COLUMNS } from './store.ts';

export interface InvoicesAsked extends PageAsked {
  readonly projectId: string | null;
  readonly status: InvoiceStatus | null;
  /** The coin that they are to be paid in. */
  readonly coin: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly span: Span;
}

/** Newest first. Errors: 404. */
export function pageOfInvoices(
  sql: Sql,
  { span, projectId, status, after, limit, ...asked }: InvoicesAsked,
): Promise<NewestPage<InvoiceRow>> {
  // Those have an index of their own.
  const isUnresolved = status === 'unresolved';
  const owners = [
    [asked.customerId, (place: string) => `customer_id = ${place}`],
    [asked.subscriptionId, (place: string) => `subscription_id = ${place}`],
  ] as const;
  return newestPage<InvoiceRow>(sql, {
    ...{ table: 'invoices', columns: INVOICE_COLUMNS, projectId, after, limit },
    ...(isUnresolved && { always: `status = 'unresolved'` }),
    // Their indexes begin with the project, and hold nothing of how an invoice stands.
    indexed: projectId === null || isUnresolved ? [] : owners,
    filters: [
      ...(projectId === null || isUnresolved ? owners : []),
      [isUnresolved ? null : status, (place) => `status = ${place}`],
      [asked.coin, (place) => `pay_currency = ${place}`],
    ],
    span: { ...span, column: 'created_at' },
  });
}
