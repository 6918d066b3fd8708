// The price of an invoice in the coin it is paid in, and the merchant's credit (wire.md (d2), "Invoice"). Used by
// invoices/create. All amounts in the smallest unit of their currency.
import type { Decimal } from '../decimal.ts';
import { type Currency, toBase } from '../money.ts';
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
