// What the receipt of a completed checkout says, on its page and in its email.
import type { Instance } from '../app.ts';
import { networkLabel } from '../coins/coin.ts';
import { unitOf } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import { type Currency, formatAmount } from '../core/money.ts';
import { isSettled } from '../deposits/deposit.ts';
import type { Progress } from './progress.ts';
import type { CheckoutRow, StoredItem } from './store-checkouts.ts';
import { taxLines } from './tax.ts';

export interface ReceiptPrice {
  readonly amount: string;
  readonly currency: string;
  readonly kind: Currency['kind'];
}

export interface ReceiptPayment {
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
  /** Of one unit of the coin. Null: the price is in the coin. */
  readonly rate: ReceiptPrice | null;
  readonly seenAt: Date;
  readonly txid: string;
}

export interface Receipt {
  readonly number: string;
  readonly name: string | null;
  readonly completedAt: Date;
  readonly unit: Currency;
  /** In the unit. */
  readonly items: readonly StoredItem[];
  readonly price: ReceiptPrice;
  /** Null: as much as the price. */
  readonly paid: ReceiptPrice | null;
  readonly taxes: readonly { readonly percent: string; readonly tax: ReceiptPrice }[];
  readonly payments: readonly ReceiptPayment[];
}

export function hasReceipt({ status, receipt }: CheckoutRow): boolean {
  return status === 'completed' && receipt;
}

export function receiptOf(
  instance: Instance,
  { checkout: row, invoices, deposits, decision }: Progress,
): Receipt {
  const unit = unitOf(instance.currencies, row);
  const priceOf = (amount: bigint) => priced(formatAmount(amount, unit), unit);
  const payments = invoices.flatMap((invoice) => {
    const coin = defined(instance.knownCoins.get(invoice.pay_currency), 'the coin is registered');
    const currency = instance.currencies.get(invoice.price_currency);
    const quote = defined(currency, 'currency is registered');
    const isSame = quote.code === coin.asset.code || invoice.rate === null;
    const rate = isSame ? null : priced(invoice.rate, quote);
    return (deposits.get(invoice.id) ?? []).filter(isSettled).map((deposit) => ({
      amount: formatAmount(deposit.amount, coin),
      currency: coin.asset.code,
      network: networkLabel(coin),
      rate,
      seenAt: deposit.first_seen_at,
      txid: deposit.txid,
    }));
  });
  return {
    number: row.id,
    name: row.name,
    completedAt: row.completed_at ?? row.created_at,
    unit,
    items: row.items,
    price: priceOf(row.price_amount),
    paid: decision.paid === row.price_amount ? null : priceOf(decision.paid),
    taxes: taxLines(row.items, unit).map(({ percent, tax }) => ({ percent, tax: priceOf(tax) })),
    payments,
  };
}

function priced(amount: string, { code, kind }: Currency): ReceiptPrice {
  return { amount, currency: code, kind };
}
