// What goes back to the payer of an unresolved invoice (wire.md (d2), "Refund"): everything that was
// paid, or the excess of an overpaid one. Used by invoices/refund. Amounts in the coin's smallest unit.
import type { Decimal } from '../decimal.ts';
import type { Currency } from '../money.ts';
import { feeInside } from './fee.ts';

export interface RefundTerms {
  readonly paid: bigint;
  /** What stays paid because it was owed (the pay amount of an overpaid invoice), 0 to send all back. */
  readonly kept: bigint;
  readonly coin: Currency;
  readonly feePercent: Decimal;
}

export interface RefundPrice {
  readonly amount: bigint;
  readonly fee: bigint;
  /**
   * `amount - fee`: credited to the own account, or charged for the withdrawal to an address, whose
   * network fee comes out of it and which bears no second processing fee.
   */
  readonly credit: bigint;
}

/** `amount = paid - kept`, `fee = ceil(amount × percent)`. */
export function priceRefund({ paid, kept, coin, feePercent }: RefundTerms): RefundPrice {
  const amount = paid > kept ? paid - kept : 0n;
  const fee = feeInside(amount, coin, feePercent);
  return { amount, fee, credit: amount - fee };
}

/** What arrives at the payer's address; null when the network fee would eat it all. */
export function refundReceived(credit: bigint, networkFee: bigint): bigint | null {
  return credit > networkFee ? credit - networkFee : null;
}
