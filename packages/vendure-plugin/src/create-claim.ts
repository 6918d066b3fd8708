// The refund link for a refund of Vendure: at most one, whatever is interrupted.
import { ChaintillError, type Checkout, type Client, type RefundClaim } from '@chaintill/client';
import { unitsOf } from './money.ts';

export interface WantedClaim {
  readonly checkout: Checkout;
  /** Decimal, in the currency of the price. */
  readonly amount: string;
  readonly precision: number;
  /** Refunds of the payment that Vendure has stored. It stays until this one is stored, and with it the key. */
  readonly refundsBefore: number;
}

/** The request may have been carried out, or may be in a moment: it must be repeated with the same key. */
const REPEATED_STATUSES = [408, 409, 429];

/**
 * A link refunds one invoice of the checkout: the largest that has enough left. Only an invoice that was refused is
 * followed by the next one, because after a timeout there may be a link already.
 */
export async function createClaim(
  { refundClaims }: Pick<Client, 'refundClaims'>,
  { checkout, amount, precision, refundsBefore }: WantedClaim,
): Promise<RefundClaim> {
  let refused = new ChaintillError({
    status: 422,
    code: 'nothing_paid',
    message: 'no invoice of the checkout is completed',
  });
  for (const { id } of paidInvoices(checkout, precision)) {
    const idempotencyKey = `vendure-refund-${id}-${refundsBefore}-${amount}`;
    try {
      return await refundClaims.create(id, { amount }, { idempotencyKey });
    } catch (error) {
      if (!isRefused(error) || error.status !== 422) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** Nothing was made, and repeating the request changes nothing. */
export function isRefused(error: unknown): error is ChaintillError {
  if (!(error instanceof ChaintillError) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && !REPEATED_STATUSES.includes(error.status);
}

function paidInvoices({ invoices }: Checkout, precision: number) {
  const priceOf = ({ price_amount: price }: Checkout['invoices'][number]) =>
    unitsOf(price, precision) ?? 0;
  return invoices
    .filter(({ status }) => status === 'completed')
    .sort((a, b) => priceOf(b) - priceOf(a));
}
