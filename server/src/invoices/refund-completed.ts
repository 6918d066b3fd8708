// Refunds a completed invoice, in whole or in part, from the merchant's account to an address. The payout is a usual
// withdrawal: the policy, approvals, the risk check and the processing fee apply, and the network fee is deducted from
// what arrives (docs/decisions/0213-refunds-after-completion.md).
import type { App } from '../app.ts';
import { chooseAmount } from '../coins/choose.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { AppError, apiError, type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { type Currency, formatAmount, roundTo } from '../core/money.ts';
import {
  isWithin,
  mostOf,
  type Shares,
  sharesOf,
  type WantedShare,
} from '../core/pricing/refund-shares.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { depositsOfOwners } from '../deposits/deposit.ts';
import { emit } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { planRefund, type RefundRate } from '../withdrawals/plan-refund.ts';
import { findReturnRoute, type ReturnRoute } from '../withdrawals/send-back.ts';
import { takeWithin } from '../withdrawals/take-step.ts';
import { presentInvoice } from './present.ts';
import {
  findRefund,
  insertRefund,
  type PresentedRefund,
  presentRefund,
  type RefundRow,
} from './refund-row.ts';
import { findInvoice, type InvoiceRow, lockInvoices } from './store-invoices.ts';

export interface CompletedRefund {
  readonly invoice_id: string;
  readonly address: string;
  readonly amount: string;
  /** The price currency or the coin that was paid. Default: the price currency. */
  readonly amount_currency?: string | undefined;
  /** `then`: the coin amount that was paid for the part. `today`: its price, at the current rate. Default: `then`. */
  readonly rate?: RefundRate | undefined;
}

interface Caller {
  readonly project: Project;
  readonly objectId: string;
  readonly apiKey?: string;
  readonly mayPayOut?: boolean;
}

/**
 * A repeated request with the same object ID returns the first refund. Errors: 403 without the permission, 404, 422
 * `invalid` (also above what can still be refunded, above the balance or against the policy), `invalid_status`,
 * `high_risk_address`, `refund_too_small`, 503.
 */
export async function refundCompleted(
  app: App,
  caller: Caller,
  requested: CompletedRefund,
): Promise<PresentedRefund> {
  if (caller.mayPayOut === false)
    throw apiError('unauthorized', {}, { log: { missing: 'payout' } });
  const { project } = caller;
  const invoice = await findInvoice(app.db, project.id, requested.invoice_id);
  if (invoice === null) throw notFound();
  const repeated = await findRefund(app.db, project.id, caller.objectId);
  if (repeated !== null) return presentRefund(app, invoice, repeated);
  if (invoice.status !== 'completed') throw notCompleted(invoice);
  const wanted = readWanted(app, invoice, requested);
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const to = { coin, projectId: project.id, address: requested.address, target: 'address' };
  const route = await findReturnRoute(app, to);
  const rate = requested.rate ?? 'then';
  const facts = { caller, invoiceId: invoice.id, wanted, rate, route };
  const row = await app.db.transaction((tx) => refundCompletedWithin(tx, facts));
  if (row instanceof AppError) throw row;
  return presentRefund(app, invoice, row);
}

function notCompleted({ status }: InvoiceRow): AppError {
  return apiError('invalid_status.invoice_not_completed', { status });
}

/** Errors: 422 `invalid`. */
function readWanted(
  app: App,
  invoice: InvoiceRow,
  { amount: value, amount_currency: code }: Pick<CompletedRefund, 'amount' | 'amount_currency'>,
): WantedShare {
  const { price, coin } = currenciesOf(app, invoice);
  const target = 'amount_currency';
  if (code !== undefined && code !== price.code && code !== coin.code)
    throw invalid(rule.oneOf(target, [...new Set([price.code, coin.code])]));
  const of = code === undefined || code === price.code ? 'price' : 'paid';
  const problems: ErrorDetail[] = [];
  const currency = of === 'price' ? price : coin;
  const amount = chooseAmount(currency, { value, target: 'amount' }, problems);
  if (amount === null) throw invalid(...problems);
  return { of, amount };
}

function currenciesOf(
  { currencies }: Pick<App, 'currencies'>,
  invoice: InvoiceRow,
): { price: Currency; coin: Currency } {
  return {
    price: defined(currencies.get(invoice.price_currency), 'currency is registered'),
    coin: defined(currencies.get(assetCode(invoice.pay_currency)), 'currency is registered'),
  };
}

interface Refunding {
  readonly caller: Caller;
  readonly invoiceId: string;
  readonly wanted: WantedShare;
  readonly rate: RefundRate;
  readonly route: ReturnRoute;
}

/**
 * A refusal is returned, not thrown: the policy journal records it in this transaction. Nothing else is stored then.
 * Errors thrown: 404, 422 `invalid_status`, `refund_too_small`, 503.
 */
async function refundCompletedWithin(
  tx: Tx,
  { caller, invoiceId, wanted, rate, route }: Refunding,
): Promise<RefundRow | AppError> {
  const { project, objectId: id, apiKey = null } = caller;
  await lockLedger(tx, project.id);
  const repeated = await findRefund(tx, project.id, id);
  if (repeated !== null) return repeated;
  const [invoice] = await lockInvoices(tx, project.id, [invoiceId]);
  if (invoice === undefined) throw notFound();
  if (invoice.status !== 'completed') throw notCompleted(invoice);
  const shares = await takeShares(tx, invoice, wanted);
  if (shares instanceof AppError) return shares;
  const step = planRefund(tx, { project, invoice, shares, rate, route, apiKey });
  const withdrawal = await takeWithin(tx, project.id, step);
  if (withdrawal instanceof AppError) return withdrawal;
  const row: RefundRow = {
    id,
    invoice_id: invoice.id,
    amount: withdrawal.received_amount + withdrawal.network_fee,
    currency: assetCode(invoice.pay_currency),
    fee: 0n,
    address: route.coin.formatAddress(route.destination),
    withdrawal_id: withdrawal.id,
    txid: null,
    risk: route.risk,
    settled_price: null,
    original_price: null,
    created_at: tx.now,
    paid_share: shares.paid,
    price_share: shares.price,
    rate_of: rate,
  };
  await insertRefund(tx, project.id, row);
  await tx.instance.reactions.invoiceRefunded(tx, invoice);
  await announce(tx, invoice);
  return row;
}

async function announce(tx: Tx, invoice: InvoiceRow): Promise<void> {
  const data = presentInvoice(tx.instance, invoice, await depositsOfOwners(tx, [invoice.id]));
  const event = { type: 'Invoice', event: 'refunded', objectId: invoice.id, data } as const;
  await emit(tx, invoice.project_id, [event]);
}

/** The caller holds the lock of the invoice. A trigger on the refunds backs up this check. */
async function takeShares(
  tx: Tx,
  invoice: InvoiceRow,
  wanted: WantedShare,
): Promise<Shares | AppError> {
  const { whole, left } = await refundableOf(tx, invoice);
  const { price, coin } = currenciesOf(tx.instance, invoice);
  const isPrice = wanted.of === 'price';
  if (whole.paid > 0n && whole.price > 0n) {
    const shares = sharesOf(whole, wanted);
    // Of the paid coin, only what its precision can send.
    const paid = roundTo(shares.paid, coin, { precision: coin.precision, rounding: 'down' });
    const sent = { ...shares, paid };
    if (isWithin(sent, left) && paid > 0n) return sent;
  }
  const most = whole.paid > 0n && whole.price > 0n ? mostOf(whole, { of: wanted.of, left }) : 0n;
  return invalid(rule.atMost('amount', formatAmount(most, isPrice ? price : coin)));
}

/** What a completed invoice was paid, and how much of it is not refunded yet. */
async function refundableOf(
  sql: Sql,
  invoice: Pick<InvoiceRow, 'project_id' | 'id'>,
): Promise<{ whole: Shares; left: Shares }> {
  const [row] = await sql.query<{ paid: bigint; price: bigint; paidOff: bigint; priceOff: bigint }>(
    `select coalesce(b.paid, 0) as paid, coalesce(b.price, 0) as price, r.paid as "paidOff", r.price as "priceOff"
     from refundable_base($1, $2) b, refunded_shares($1, $2) r`,
    [invoice.project_id, invoice.id],
  );
  const { paid, price, paidOff, priceOff } = defined(row, 'functions return a row');
  const less = (whole: bigint, used: bigint) => (used < whole ? whole - used : 0n);
  return {
    whole: { paid, price },
    left: { paid: less(paid, paidOff), price: less(price, priceOff) },
  };
}
