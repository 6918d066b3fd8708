// The invoices of one project or of all, as the operator and people of the project look through them.
import { beginningPage } from '../db/beginning-page.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  newestPage,
  type PageAsked,
  type Span,
  within,
} from '../db/newest-page.ts';
import type { InvoiceRow, InvoiceStatus } from './invoice.ts';
import { INVOICE_COLUMNS } from './store.ts';

export interface InvoicesAsked extends PageAsked {
  readonly projectId: string | null;
  readonly status: InvoiceStatus | null;
  readonly context: InvoiceRow['status_context'];
  /** The coin that they are to be paid in. */
  readonly coin: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** What it begins with, in any case. */
  readonly payerEmail: string | null;
  readonly span: Span;
}

/** Newest first; of a project by what the payer's mail begins with, in its order. Errors: 404. */
export function pageOfInvoices(
  sql: Sql,
  { span, projectId, status, payerEmail, after, limit, ...asked }: InvoicesAsked,
): Promise<NewestPage<InvoiceRow>> {
  const page = { table: 'invoices', columns: INVOICE_COLUMNS, after, limit };
  const owners: Condition[] = [
    [asked.customerId, (place) => `customer_id = ${place}`],
    [asked.subscriptionId, (place) => `subscription_id = ${place}`],
  ];
  const standing: Condition = [status, (place) => `status = ${place}`];
  const coin: Condition = [asked.coin, (place) => `pay_currency = ${place}`];
  const context: Condition = [asked.context, (place) => `status_context = ${place}`];
  const mail = payerEmail?.toLowerCase() ?? null;
  if (mail !== null && projectId !== null) {
    return beginningPage(sql, {
      ...{ ...page, projectId, by: 'lower(payer_email) collate "C"', beginning: mail },
      always: 'payer_email is not null',
      filters: [...owners, standing, context, coin, ...within('created_at', span)],
    });
  }
  // Those have an index of their own.
  const isUnresolved = status === 'unresolved';
  // Their indexes begin with the project, and hold nothing of how an invoice stands.
  const hasOwners = projectId !== null && !isUnresolved;
  return newestPage<InvoiceRow>(sql, {
    ...{ ...page, projectId },
    ...(isUnresolved && { always: `status = 'unresolved'` }),
    indexed: hasOwners ? owners : [],
    filters: [
      ...(hasOwners ? [] : owners),
      ...(isUnresolved ? [] : [standing]),
      context,
      coin,
      [mail, (place) => `starts_with(lower(payer_email), ${place})`],
    ],
    span: { ...span, column: 'created_at' },
  });
}
