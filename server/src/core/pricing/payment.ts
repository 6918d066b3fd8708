// Prices of invoices, channel payments, recalculations and refunds. Amounts are in the smallest unit of their
// currency. For invoices, see wire.md (d2), "Invoice".
import { type Currency, type Decimal, divide, toBase, toQuote } from '../money.ts';
import { feeInside } from './fee.ts';

export interface InvoiceTerms {
  readonly price: bigint;
  readonly priceCurrency: Currency;
  readonly payCurrency: Currency;
  /** Decimals to which the pay amount is rounded up (BTC: 6). */
  readonly payPrecision: number;
  /** Sell rate: price currency per unit of pay currency; null when the currencies are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

export interface InvoicePrice {
  readonly payAmount: bigint;
  /** In the price currency. */
  readonly fee: bigint;
  /** `price - fee`, credited to the account on completion. */
  readonly credit: bigint;
}

/** `pay = ceil(price / rate)`, `fee = ceil(price × percent)`. A price in the coin itself is not converted. */
export function priceInvoice(terms: InvoiceTerms): InvoicePrice {
  const { price, priceCurrency, payCurrency, payPrecision, rate, feePercent } = terms;
  const fee = feeInside(price, priceCurrency, feePercent);
  const conversion = { base: payCurrency, quote: priceCurrency };
  const payAmount =
    rate === null
      ? price
      : toBase(price, { ...conversion, rate }, { rounding: 'up', precision: payPrecision });
  return { payAmount, fee, credit: price - fee };
}

// Of an invoice of a checkout, a part counts too, and more than was asked
// (docs/decisions/0211-checkouts-make-invoices.md).

interface PartTerms {
  readonly price: bigint;
  readonly priceCurrency: Currency;
  /** The coin amount that pays the price. */
  readonly payAmount: bigint;
  readonly paid: bigint;
  readonly feePercent: Decimal;
}

/**
 * `price = floor(price × paid ÷ pay)`, `fee = ceil(price × percent)`. The coin amount that was asked for pays exactly
 * the price, although it was rounded up.
 */
export function priceOfPart(terms: PartTerms): InvoicePrice & { readonly price: bigint } {
  const { priceCurrency, paid, feePercent } = terms;
  const price = shareOf({ price_amount: terms.price, pay_amount: terms.payAmount }, paid);
  const fee = feeInside(price, priceCurrency, feePercent);
  return { price, payAmount: paid, fee, credit: price - fee };
}

/** The share of an invoice's price that a coin amount pays, rounded down. */
export function shareOf(
  { price_amount: price, pay_amount: asked }: { price_amount: bigint; pay_amount: bigint },
  arrived: bigint,
): bigint {
  return divide(price * arrived, asked, 'down');
}

// A channel payment is converted at the current sell rate, less the fee (wire.md (d2), "Channel payment").
// Recalculated invoices are priced the same way.

interface ChannelPaymentTerms {
  readonly paid: bigint;
  readonly payCurrency: Currency;
  readonly receiverCurrency: Currency;
  /** Sell rate; null when the currencies are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

interface ChannelPaymentPrice {
  /** Equal to `received + fee`. */
  readonly gross: bigint;
  readonly fee: bigint;
  readonly received: bigint;
}

/** `gross = floor(paid × rate)`, `fee = ceil(gross × percent)`. All three results may be 0 for dust. */
export function priceChannelPayment(terms: ChannelPaymentTerms): ChannelPaymentPrice {
  const { paid, payCurrency, receiverCurrency, rate, feePercent } = terms;
  const conversion = { base: payCurrency, quote: receiverCurrency };
  const gross = rate === null ? paid : toQuote(paid, { ...conversion, rate }, 'down');
  const fee = feeInside(gross, receiverCurrency, feePercent);
  return { gross, fee, received: gross - fee };
}

// Settles an unresolved invoice at the amount paid (wire.md (d2), "Recalculation"): the paid amount becomes the pay
// amount, and its value at the new rate becomes the price.

interface RecalculationTerms {
  readonly paid: bigint;
  readonly payCurrency: Currency;
  readonly priceCurrency: Currency;
  /** Sell rate; null when the currencies are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

interface RecalculatedPrice extends InvoicePrice {
  readonly price: bigint;
}

/** `price = floor(paid × rate)`, `fee = ceil(price × percent)`. */
export function recalculateInvoice(terms: RecalculationTerms): RecalculatedPrice {
  const { priceCurrency, paid } = terms;
  const { gross, fee, received } = priceChannelPayment({
    ...terms,
    receiverCurrency: priceCurrency,
  });
  return { price: gross, payAmount: paid, fee, credit: received };
}

// Returns an unresolved invoice's payments to the payer (wire.md (d2), "Refund"): everything paid, or the excess of
// an overpaid invoice. Amounts are in the coin.

interface RefundTerms {
  readonly paid: bigint;
  /** The part that is not refunded: the pay amount of an overpaid invoice, 0 otherwise. */
  readonly kept: bigint;
  readonly coin: Currency;
  readonly feePercent: Decimal;
}

export interface RefundPrice {
  readonly amount: bigint;
  readonly fee: bigint;
  /** `amount - fee`. A refund withdrawal deducts its network fee from `credit` and has no second processing fee. */
  readonly credit: bigint;
}

/** `amount = paid - kept`, `fee = ceil(amount × percent)`. */
export function priceRefund({ paid, kept, coin, feePercent }: RefundTerms): RefundPrice {
  const amount = paid > kept ? paid - kept : 0n;
  const fee = feeInside(amount, coin, feePercent);
  return { amount, fee, credit: amount - fee };
}

/** Null when the network fee would consume the whole credit. */
export function refundReceived(credit: bigint, networkFee: bigint): bigint | null {
  return credit > networkFee ? credit - networkFee : null;
}
