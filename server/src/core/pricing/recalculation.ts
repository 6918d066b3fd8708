// Settles an unresolved invoice at the amount paid (wire.md (d2), "Recalculation"): the paid amount becomes the pay
// amount, and its value at the new rate becomes the price. Used by invoices/recalculate.
import type { Decimal } from '../decimal.ts';
import type { Currency } from '../money.ts';
import { priceChannelPayment } from './channel.ts';
import type { InvoicePrice } from './invoice.ts';

export interface RecalculationTerms {
  readonly paid: bigint;
  readonly payCurrency: Currency;
  readonly priceCurrency: Currency;
  /** Price currency per unit of the pay currency (the sell rate); null when they are the same. */
  readonly rate: Decimal | null;
  readonly feePercent: Decimal;
}

export interface RecalculatedPrice extends InvoicePrice {
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
