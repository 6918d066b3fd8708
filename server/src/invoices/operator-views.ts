// The invoices of one project or of all, for the operator's and the project members' lists.
import { beginningPage } from '../db/beginning-page.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  ledByFirst,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
  within,
} from '../db/newest-page.ts';
import type { InvoiceRow, InvoiceStatus } from './invoice.ts';
import { INVOICE_COLUMNS } from './store-invoices.ts';

export interface InvoiceListRequest extends PageRequest {
  readonly projectId: string | null;
  readonly status: InvoiceStatus | null;
  readonly context: InvoiceRow['status_context'];
  /** The pay currency. */
  readonly coin: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** A prefix, case-insensitive. */
  readonly payerEmail: string | null;
  readonly span: Span;
}

/** Newest first. With a payer-email prefix: of one project, in the order of the emails. Errors: 404. */
export function pageOfInvoices(
  sql: Sql,
  { span, projectId, status, payerEmail, after, limit, ...requested }: InvoiceListRequest,
): Promise<NewestPage<InvoiceRow>> {
  const page = { table: 'invoices', columns: INVOICE_COLUMNS, after, limit };
  const owners: Condition[] = [
    [requested.customerId, (place) => `customer_id = ${place}`],
    [requested.subscriptionId, (place) => `subscription_id = ${place}`],
  ];
  const ofStatus: Condition = [status, (place) => `status = ${place}`];
  const coin: Condition = [requested.coin, (place) => `pay_currency = ${place}`];
  const context: Condition = [requested.context, (place) => `status_context = ${place}`];
  const mail = payerEmail?.toLowerCase() ?? null;
  if (mail !== null && projectId !== null) {
    return beginningPage(sql, {
      ...{ ...page, projectId, by: 'lower(payer_email) collate "C"', beginning: mail },
      always: 'payer_email is not null',
      filters: [...owners, ofStatus, context, coin, ...within('created_at', span)],
    });
  }
  // Unresolved invoices have their own index. Within a project, so do invoices that ended unpaid, by coin. The planner
  // matches the partial index only with a literal, not with a parameter.
  const isUnresolved = status === 'unresolved';
  const isEnded = status === 'cancelled' || status === 'refunded';
  const isByCoin = isEnded && projectId !== null && requested.coin !== null;
  const isNamed = isUnresolved || isByCoin;
  // These indexes start with the project and do not contain the status.
  const led =
    projectId !== null && !isNamed ? ledByFirst(owners) : { indexed: [], filters: owners };
  return newestPage<InvoiceRow>(sql, {
    ...{ ...page, projectId },
    ...(isNamed && { always: `status = '${status}'` }),
    indexed: isByCoin ? [coin] : led.indexed,
    filters: [
      ...led.filters,
      ...(isNamed ? [] : [ofStatus]),
      ...(isByCoin ? [] : [coin]),
      context,
      [mail, (place) => `starts_with(lower(payer_email), ${place})`],
    ],
    span: { ...span, column: 'created_at' },
  });
}
