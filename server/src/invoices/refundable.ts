// What can still be refunded of a completed invoice, and the share of it that a request takes
// (docs/decisions/0213-refunds-after-completion.md).
import type { Instance } from '../app.ts';
import { chooseAmount } from '../coins/choose.ts';
import { defined } from '../core/assert.ts';
import {
  type AppError,
  apiError,
  type ErrorDetail,
  invalid,
  notFound,
  rule,
} from '../core/errors.ts';
import { type Currency, formatAmount, roundTo } from '../core/money.ts';
import {
  isWithin,
  mostOf,
  type Shares,
  sharesOf,
  type WantedShare,
} from '../core/pricing/refund-shares.ts';
import { firstRow, type Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { expireClaims } from './claims.ts';
import { currenciesOf } from './refund-row.ts';
import { type InvoiceRow, lockInvoices } from './store-invoices.ts';

export interface WantedRefund {
  readonly amount: string;
  /** The price currency or the coin that was paid. Default: the price currency. */
  readonly amount_currency?: string | undefined;
}

/** Errors: 422 `invalid`. */
export function readWanted(
  instance: Instance,
  invoice: InvoiceRow,
  { amount: value, amount_currency: code }: WantedRefund,
): WantedShare {
  const { price, coin } = currenciesOf(instance, invoice);
  if (code !== undefined && code !== price.code && code !== coin.code)
    throw invalid(rule.oneOf('amount_currency', [...new Set([price.code, coin.code])]));
  const of = code === undefined || code === price.code ? 'price' : 'paid';
  const problems: ErrorDetail[] = [];
  const currency = of === 'price' ? price : coin;
  const amount = chooseAmount(currency, { value, target: 'amount' }, problems);
  if (amount === null) throw invalid(...problems);
  return { of, amount };
}

/** The caller holds the ledger lock. Errors: 404, 422 `invalid_status`. */
export async function lockCompleted(
  tx: Tx,
  { projectId, invoiceId }: { projectId: string; invoiceId: string },
): Promise<InvoiceRow> {
  const [invoice] = await lockInvoices(tx, projectId, [invoiceId]);
  if (invoice === undefined) throw notFound();
  if (invoice.status !== 'completed') throw notCompleted(invoice);
  return invoice;
}

export function notCompleted({ status }: InvoiceRow): AppError {
  return apiError('invalid_status.invoice_not_completed', { status });
}

/** The caller holds the lock of the invoice. A trigger backs up this check. Errors: 422 `invalid`. */
export async function takeShares(
  tx: Tx,
  invoice: InvoiceRow,
  wanted: WantedShare,
): Promise<Shares> {
  const { whole, left } = await refundableOf(tx, invoice);
  const { price, coin } = currenciesOf(tx.instance, invoice);
  const isRefundable = whole.paid > 0n && whole.price > 0n;
  if (isRefundable) {
    const shares = sharesOf(whole, wanted);
    // Of the paid coin, only what its precision can send.
    const paid = roundTo(shares.paid, coin, { precision: coin.precision, rounding: 'down' });
    if (isWithin({ ...shares, paid }, left) && paid > 0n) return { ...shares, paid };
  }
  const most = isRefundable ? mostOf(whole, { of: wanted.of, left }) : 0n;
  throw invalid(rule.atMost('amount', formatAmount(most, wanted.of === 'price' ? price : coin)));
}

const NOTHING: Shares = { paid: 0n, price: 0n };

/** The most that can be requested of each, without locks: for people who look. With the decimals that requests have. */
export async function refundableNow(
  sql: Sql,
  instance: Instance,
  invoice: InvoiceRow,
): Promise<Shares> {
  const { whole, left } = await refundableFacts(sql, instance, invoice);
  if (whole.paid === 0n || whole.price === 0n) return NOTHING;
  const { price, coin } = currenciesOf(instance, invoice);
  const most = (of: keyof Shares, currency: Currency) =>
    roundTo(mostOf(whole, { of, left }), currency, {
      precision: currency.precision,
      rounding: 'down',
    });
  return { paid: most('paid', coin), price: most('price', price) };
}

/** Like `refundableOf`, without locks: claims that expired since are not counted as used. */
export async function refundableFacts(
  sql: Sql,
  instance: Instance,
  invoice: InvoiceRow,
): Promise<{ whole: Shares; left: Shares }> {
  const row = await firstRow(
    sql.query<{ paid: bigint; price: bigint; paidLeft: bigint; priceLeft: bigint }>(
      `select coalesce(b.paid, 0) as paid, coalesce(b.price, 0) as price,
         greatest(coalesce(b.paid, 0) - r.paid + coalesce(e.paid, 0), 0) as "paidLeft",
         greatest(coalesce(b.price, 0) - r.price + coalesce(e.price, 0), 0) as "priceLeft"
       from refundable_base($1, $2) b, refunded_shares($1, $2) r, (
         select sum(paid_share) as paid, sum(price_share) as price from refund_claims
         where project_id = $1 and invoice_id = $2 and status = 'open' and expires_at <= $3) e`,
      [invoice.project_id, invoice.id, new Date(instance.clock.now())],
    ),
  );
  const { paidLeft, priceLeft, ...whole } = defined(row, 'functions return a row');
  return { whole, left: { paid: paidLeft, price: priceLeft } };
}

/** What it was paid, and how much of it is neither refunded nor reserved by a claim. `own` is not counted as used. */
export async function refundableOf(
  tx: Tx,
  invoice: Pick<InvoiceRow, 'project_id' | 'id'>,
  own: Shares = NOTHING,
): Promise<{ whole: Shares; left: Shares }> {
  await expireClaims(tx, invoice);
  const [row] = await tx.query<{ paid: bigint; price: bigint; paidOff: bigint; priceOff: bigint }>(
    `select coalesce(b.paid, 0) as paid, coalesce(b.price, 0) as price, r.paid as "paidOff", r.price as "priceOff"
     from refundable_base($1, $2) b, refunded_shares($1, $2) r`,
    [invoice.project_id, invoice.id],
  );
  const { paid, price, paidOff, priceOff } = defined(row, 'functions return a row');
  const less = (whole: bigint, used: bigint) => (used < whole ? whole - used : 0n);
  return {
    whole: { paid, price },
    left: { paid: less(paid, paidOff - own.paid), price: less(price, priceOff - own.price) },
  };
}
