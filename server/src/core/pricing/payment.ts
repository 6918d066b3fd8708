// The price of an invoice in the coin it is paid in, and the merchant's credit (wire.md (d2), "Invoice"). Used by
// invoices/create. All amounts in the smallest unit of their currency.
import { type Currency, type Decimal, toBase, toQuote } from '../money.ts';
import { feeInside } from './fee.ts';

export interface InvoiceTerms {
  readonly price: bigint;
  readonly priceCurrency: Currency;
  readonly payCurrency: Currency;
  /** Decimals to which the pay amount is rounded up (BTC: 6). */
  readonly payPrecision: number;
  /** Price currency per unit of the pay currency (the sell rate); null when they are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

export interface InvoicePrice {
  readonly payAmount: bigint;
  /** In the price currency. */
  readonly fee: bigint;
  /** Credited to the account on completion: price less fee. */
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

// What the merchant receives for a channel payment (wire.md (d2), "Channel payment"): converted at the current sell
// rate, less the fee. Used by channels/ when a payment completes, and for recalculated invoices, which are priced the
// same way. Amounts in the smallest unit of their currency.

interface ChannelPaymentTerms {
  readonly paid: bigint;
  readonly payCurrency: Currency;
  readonly receiverCurrency: Currency;
  /** Receiver currency per unit of the pay currency (the sell rate); null when they are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

interface ChannelPaymentPrice {
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

// Settles an unresolved invoice at the amount paid (wire.md (d2), "Recalculation"): the paid amount becomes the pay
// amount, and its value at the new rate becomes the price. Used by invoices/recalculate.

interface RecalculationTerms {
  readonly paid: bigint;
  readonly payCurrency: Currency;
  readonly priceCurrency: Currency;
  /** Price currency per unit of the pay currency (the sell rate); null when they are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

interface RecalculatedPrice extends InvoicePrice {
  readonly price: bigint;
}

/** `pay = paid`, `price = floor(paid × rate)`, `fee = ceil(price × percent)`. */
export function recalculateInvoice(terms: RecalculationTerms): RecalculatedPrice {
  const { priceCurrency, paid } = terms;
  const { gross, fee, received } = priceChannelPayment({
    ...terms,
    receiverCurrency: priceCurrency,
  });
  return { price: gross, payAmount: paid, fee, credit: received };
}

// The amount returned to the payer of an unresolved invoice (wire.md (d2), "Refund"): everything paid, or the excess of
// an overpaid invoice. Used by invoices/refund. Amounts in the coin's smallest unit.

interface RefundTerms {
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
