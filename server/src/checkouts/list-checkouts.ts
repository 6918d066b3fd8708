// The list of checkouts for people, with its filters.
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest, type Span } from '../db/newest-page.ts';
import type { CheckoutContext, CheckoutStatus } from './decide-checkout.ts';
import { CHECKOUT_COLUMNS, type CheckoutRow } from './store-checkouts.ts';

interface CheckoutListRequest extends PageRequest {
  readonly projectId: string;
  readonly status: CheckoutStatus | null;
  readonly context: CheckoutContext | null;
  /** The price currency. */
  readonly currency: string | null;
  readonly customerId: string | null;
  readonly linkId: string | null;
  /** Null: also those without a payment. */
  readonly hasPayment: true | null;
  readonly span: Span;
}

/** Newest first. Errors: 404. */
export function pageOfCheckouts(
  sql: Sql,
  {
    status,
    context,
    currency,
    customerId,
    linkId,
    hasPayment,
    span,
    ...requested
  }: CheckoutListRequest,
): Promise<NewestPage<CheckoutRow>> {
  return newestPage<CheckoutRow>(sql, {
    ...requested,
    table: 'checkouts',
    columns: CHECKOUT_COLUMNS,
    indexed: [
      [customerId, (place) => `customer_id = ${place}`],
      [linkId, (place) => `payment_link_id = ${place}`],
    ],
    filters: [
      [hasPayment, (place) => `(payments_reported > 0) = ${place}`],
      [status, (place) => `status = ${place}`],
      [context, (place) => `status_context = ${place}`],
      [currency, (place) => `price_currency = ${place}`],
    ],
    span: { ...span, column: 'created_at' },
  });
}
