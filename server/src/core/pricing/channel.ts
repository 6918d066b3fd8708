// What the merchant receives for a channel payment (wire.md (d2), "Channel payment"): converted at the current sell
// rate, less the fee. Used by channels/ when a payment completes, and for recalculated invoices, which are priced the
// same way. Amounts in the smallest unit of their currency.
import type { Decimal } from '../decimal.ts';
import { type Currency, toQuote } from '../money.ts';
import { feeInside } from './fee.ts';

export interface ChannelPaymentTerms {
  readonly paid: bigint;
  readonly payCurrency: Currency;
  readonly receiverCurrency: Currency;
  /** Receiver currency per unit of the pay currency (the sell rate); null when they are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

export interface ChannelPaymentPrice {
  /** Value of the payment in the receiver currency; `gross = received + fee`, exact to the last unit. */
  readonly gross: bigint;
  readonly fee: bigint;
  readonly received: bigint;
}

/** `gross = floor(paid × rate)`, `fee = ceil(gross × percent)`. All three may be 0 for dust. */
export function priceChannelPayment(terms: ChannelPaymentTerms): ChannelPaymentPrice {
  const { paid, payCurrency, receiverCurrency, rate, feePercent } = terms;
  const conversion = { base: payCurrency, quote: receiverCurrency };
  const gross = rate === null ? paid : toQuote(paid, { ...conversion, rate }, 'down');
  const fee = feeInside(gross, receiverCurrency, feePercent);
  return { gross, fee, received: gross - fee };
}
