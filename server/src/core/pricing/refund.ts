// The amount returned to the payer of an unresolved invoice (wire.md (d2), "Refund"): everything paid, or the excess of
// an overpaid invoice. Used by invoices/refund. Amounts in the coin's smallest unit.
import type { Decimal } from '../decimal.ts';
import type { Currency } from '../money.ts';
import { feeInside } from './fee.ts';

export interface RefundTerms {
  readonly paid: bigint;
  /** The part that stays paid (the pay amount of an overpaid invoice); 0 to return everything. */
  readonly kept: bigint;
  readonly coin: Currency;
  readonly feePercent: Decimal;
}

export interface RefundPrice {
  readonly amount: bigint;
  readonly fee: bigint;
  /**
   * `amount - fee`: credited to the merchant's account, or charged for a withdrawal to an address. The withdrawal's
   * network fee is deducted from it, and there is no second processing fee.
   */
  readonly credit: bigint;
}

/** `amount = paid - kept`, `fee = ceil(amount × percent)`. */
export function priceRefund({ paid, kept, coin, feePercent }: RefundTerms): RefundPrice {
  const amount = paid > kept ? paid - kept : 0n;
  const fee = feeInside(amount, coin, feePercent);
  return { amount, fee, credit: amount - fee };
}

/** What arrives at the payer's address; null when the network fee would consume all of it. */
export function refundReceived(credit: bigint, networkFee: bigint): bigint | null {
  return credit > networkFee ? credit - networkFee : null;
}
