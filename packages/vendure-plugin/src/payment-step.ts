// What a checkout means for its payment in Vendure. Decided from the two as they are now, never from what a callback
// says, so that callbacks may be repeated, late, stale, or in any order.
import type { Checkout } from '@chaintill/client';
import type { Order, Payment } from '@vendure/core';
import { unitsOf } from './money.ts';

/** `settle`: the price is paid. `cancel`: nothing was paid, and nothing can be. `show`: only what is shown changed. */
export type Step = 'settle' | 'cancel' | 'show' | 'mismatch' | 'nothing';

export type PaymentFacts = Pick<Payment, 'state' | 'amount' | 'metadata'>;

/** For storefronts, in `payment.metadata.public`. Nothing in it is secret. */
export interface PublicMetadata {
  readonly url: string;
  readonly status: Checkout['status'];
  readonly statusContext: Checkout['status_context'];
  readonly paidAmount: string;
  readonly remainingAmount: string;
  readonly currency: string;
  readonly expiresAt: string;
}

interface Expected {
  readonly order: Pick<Order, 'code' | 'currencyCode'>;
  readonly precision: number;
}

export function decideStep(payment: PaymentFacts, checkout: Checkout, expected: Expected): Step {
  if (checkout.status === 'completed' && canSettle(payment))
    return isPriceOf(payment, checkout, expected) ? 'settle' : 'mismatch';
  if (payment.state === 'Created' && isUnpaidForGood(checkout)) return 'cancel';
  return isShown(payment, checkout) ? 'nothing' : 'show';
}

/** Money that arrives after the expiry settles a payment that was canceled, once the merchant accepts it. */
const canSettle = ({ state }: PaymentFacts) =>
  state === 'Created' || state === 'Authorized' || state === 'Cancelled';

/** What was paid in part or late waits for the merchant, and keeps its payment open. */
export const isUnpaidForGood = ({ status, status_context: context }: Checkout) =>
  status === 'cancelled' || (status === 'expired' && context === null);

/** A forged answer, or a checkout of another order, settles nothing. */
export function isPriceOf(
  payment: PaymentFacts,
  checkout: Checkout,
  { order, precision }: Expected,
): boolean {
  if (checkout.metadata?.['vendure_order'] !== order.code) return false;
  const units = unitsOf(checkout.price_amount, precision);
  return (
    checkout.price_currency === order.currencyCode && units !== null && units === payment.amount
  );
}

export function publicMetadata(checkout: Checkout): PublicMetadata {
  return {
    url: checkout.hosted_page_url,
    status: checkout.status,
    statusContext: checkout.status_context,
    paidAmount: checkout.paid_amount,
    remainingAmount: checkout.remaining_amount,
    currency: checkout.price_currency,
    expiresAt: checkout.expires_at,
  };
}

function isShown(payment: PaymentFacts, checkout: Checkout): boolean {
  const shown: Partial<PublicMetadata> = payment.metadata?.public ?? {};
  const now = publicMetadata(checkout);
  return (Object.keys(now) as (keyof PublicMetadata)[]).every((key) => shown[key] === now[key]);
}
