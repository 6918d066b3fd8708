// Refunds unresolved invoices (wire.md (d), (d2)): the whole amount, or for an overpaid invoice only the excess. A
// refund goes to the merchant's account of the coin, or on to an address in the same transaction.
import type { App, Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { apiError, notFound } from '../core/errors.ts';
import { formatDecimal } from '../core/money.ts';
import { priceRefund, type RefundPrice, recalculateInvoice } from '../core/pricing/payment.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger, type Posting } from '../ledger/post.ts';
import { feePercentOf, type Project, unresolvedPriceHoursOf } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { recordTransactions } from '../transactions/record.ts';
import { findReturnRoute, type ReturnRoute, sendBack } from '../withdrawals/send-back.ts';
import {
  finishInvoice,
  invalidStatus,
  lockUnresolved,
  refuseUnreleased,
  type UnresolvedInvoice,
} from './finish.ts';
import {
  findRefund,
  insertRefund,
  type PresentedRefund,
  presentRefund,
  type RefundRow,
  refundsOf,
} from './refund-row.ts';
import { settlementPostings } from './settle.ts';
import { findInvoice, type InvoiceRow } from './store-invoices.ts';

interface RefundCaller {
  readonly project: Project;
  readonly objectId: string;
  /** The public part of the key. Omitted for automatic refunds. */
  readonly apiKey?: string;
  readonly mayPayOut?: boolean;
}

export interface RefundRequest {
  readonly invoice_id: string;
  /** Default: the merchant's own account of the coin. */
  readonly address?: string | undefined;
}

/**
 * Errors: 404, 422 `invalid_status`. With an address also 403 for a key without payout permission, 422 `invalid`,
 * `high_risk_address` or `refund_too_small`, and 503 when network fees, rates or the risk are unavailable.
 */
export async function refundInvoice(
  app: App,
  caller: RefundCaller,
  requested: RefundRequest,
): Promise<PresentedRefund> {
  // A refund to an address is a payout, regardless of the key's other permissions.
  if (requested.address !== undefined && caller.mayPayOut === false)
    throw apiError('unauthorized', {}, { log: { missing: 'payout' } });
  const repeated = await answerRepeated(app, caller);
  if (repeated !== null) return repeated;
  const route = await findRefundRoute(app, caller.project, requested);
  const stored = await app.db.transaction((tx) => refundWithin(tx, { caller, requested, route }));
  return stored ?? defined(await answerRepeated(app, caller), 'a repeated refund is stored');
}

export async function listRefunds(
  app: App,
  project: Project,
  invoiceId: string,
): Promise<PresentedRefund[]> {
  const invoice = await findInvoice(app.db, project.id, invoiceId);
  if (invoice === null) throw notFound();
  const rows = await refundsOf(app.db, project.id, invoiceId);
  return rows.map((row) => presentRefund(app, invoice, row));
}

async function answerRepeated(
  app: App,
  { project, objectId }: RefundCaller,
): Promise<PresentedRefund | null> {
  const row = await findRefund(app.db, project.id, objectId);
  if (row === null) return null;
  const invoice = await findInvoice(app.db, project.id, row.invoice_id);
  return presentRefund(app, defined(invoice, 'a refund has an invoice'), row);
}

export async function findRefundRoute(
  app: App,
  project: Project,
  requested: RefundRequest,
): Promise<ReturnRoute | null> {
  if (requested.address === undefined) return null;
  const invoice = await findInvoice(app.db, project.id, requested.invoice_id);
  if (invoice === null) throw notFound();
  if (invoice.status !== 'unresolved') throw invalidStatus(invoice);
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const { id: projectId } = project;
  return findReturnRoute(app, { coin, projectId, address: requested.address, target: 'address' });
}

interface Refunding {
  readonly caller: RefundCaller;
  readonly requested: RefundRequest;
  readonly route: ReturnRoute | null;
}

/** Null when the same request was stored in the meantime. */
export async function refundWithin(tx: Tx, refunding: Refunding): Promise<PresentedRefund | null> {
  const { caller, requested, route } = refunding;
  const { project, objectId } = caller;
  await lockLedger(tx, project.id);
  if ((await findRefund(tx, project.id, objectId)) !== null) return null;
  const ids = { projectId: project.id, invoiceId: requested.invoice_id };
  const found = await lockUnresolved(tx, ids);
  if (caller.apiKey !== undefined) await refuseUnreleased(tx, found);
  const { row: plain, price } = priceRow(tx, project, { found, id: objectId });
  const worth = isExcessOnly(found) ? lateWorth(tx, project, found.invoice) : null;
  const row: RefundRow =
    worth === null
      ? plain
      : { ...plain, settled_price: worth.price, original_price: found.invoice.price_amount };
  await finish(tx, { found, price, row, worth });
  const apiKey = caller.apiKey ?? null;
  const sending = { project, found, price, row, apiKey };
  const refunded = route === null ? row : await sendOn(tx, { ...sending, route });
  await insertRefund(tx, project.id, refunded);
  await tx.instance.reactions.invoiceRefunded(tx, found.invoice);
  return presentRefund(tx.instance, found.invoice, refunded);
}

async function sendOn(
  tx: Tx,
  resolved: {
    project: Project;
    found: UnresolvedInvoice;
    price: RefundPrice;
    row: RefundRow;
    route: ReturnRoute;
    apiKey: string | null;
  },
): Promise<RefundRow> {
  const { project, found, price, row, route, apiKey } = resolved;
  const withdrawal = await sendBack(tx, {
    project,
    route,
    charged: price.credit,
    customerId: found.invoice.customer_id,
    depositId: null,
    apiKey,
  });
  const address = route.coin.formatAddress(route.destination);
  return { ...row, address, withdrawal_id: withdrawal.id, risk: route.risk };
}

export function priceRow(
  tx: Tx,
  project: Project,
  wanted: { found: UnresolvedInvoice; id: string },
): { row: RefundRow; price: RefundPrice } {
  const { invoice, paid, deposits } = wanted.found;
  const coin = defined(
    tx.instance.currencies.get(assetCode(invoice.pay_currency)),
    'currency is registered',
  );
  const price = priceRefund({
    paid,
    kept: isExcessOnly(wanted.found) ? invoice.pay_amount : 0n,
    coin,
    feePercent: feePercentOf(tx.instance, project, { operation: 'refund', currency: coin.code }),
  });
  return {
    price,
    row: {
      id: wanted.id,
      invoice_id: invoice.id,
      amount: price.amount,
      currency: coin.code,
      fee: price.fee,
      address: null,
      withdrawal_id: null,
      txid: null,
      risk: deposits.find((deposit) => deposit.risk !== null)?.risk ?? null,
      settled_price: null,
      original_price: null,
      created_at: tx.now,
      paid_share: null,
      price_share: null,
      rate_of: null,
    },
  };
}

/** False when a reorganization has removed so much that less than the price is left. */
export function isExcessOnly({ invoice, paid }: UnresolvedInvoice): boolean {
  return invoice.status_context === 'overpaid' && paid >= invoice.pay_amount;
}

interface Worth {
  readonly price: bigint;
  readonly fee: bigint;
  readonly rate: string;
}

/**
 * Once the price has expired: the settled part at the current rate. Otherwise, a merchant could delay a refund and
 * choose between two prices. Null while the price is valid, or when nothing is converted. Errors: 503.
 */
export function lateWorth(tx: Tx, project: Project, invoice: InvoiceRow): Worth | null {
  const hours = unresolvedPriceHoursOf(project);
  const isOver = tx.now.getTime() > invoice.expires_at.getTime() + hours * HOUR;
  if (invoice.rate === null || !isOver) return null;
  const priceCurrency = defined(
    tx.instance.currencies.get(invoice.price_currency),
    'currency is registered',
  );
  const payCurrency = defined(
    tx.instance.currencies.get(assetCode(invoice.pay_currency)),
    'currency is registered',
  );
  const rate = quoteNow(tx.instance, {
    base: payCurrency.code,
    quote: priceCurrency.code,
  }).sellRate;
  const facts = { operation: 'invoice', currency: priceCurrency.code } as const;
  const feePercent = feePercentOf(tx.instance, project, facts);
  const paid = invoice.pay_amount;
  const worth = recalculateInvoice({ paid, payCurrency, priceCurrency, rate, feePercent });
  return { price: worth.price, fee: worth.fee, rate: formatDecimal(rate) };
}

async function finish(
  tx: Tx,
  resolved: { found: UnresolvedInvoice; price: RefundPrice; row: RefundRow; worth: Worth | null },
): Promise<void> {
  const { found, price, row, worth } = resolved;
  const invoice: InvoiceRow =
    worth === null
      ? found.invoice
      : { ...found.invoice, price_amount: worth.price, fee: worth.fee, rate: worth.rate };
  const after: InvoiceRow = {
    ...invoice,
    status: isExcessOnly(found) ? 'completed' : 'refunded',
    status_context: null,
    due_at: null,
  };
  const settlement = {
    invoiceId: invoice.id,
    payCoin: invoice.pay_currency,
    priceCurrency: invoice.price_currency,
    payAmount: invoice.pay_amount,
    price: invoice.price_amount,
    fee: invoice.fee,
  };
  const postings = [
    ...(isExcessOnly(found) ? settlementPostings(settlement) : []),
    ...refundPostings(row, price),
  ];
  await finishInvoice(tx, { found, after, postings, event: 'refunded' });
  await recordTransactions(tx, invoice.project_id, {
    now: row.created_at,
    rows: [transactionOf(tx.instance, { invoice, row, price })],
  });
}

function refundPostings(row: RefundRow, price: RefundPrice): Posting[] {
  const reference = { referenceType: 'InvoiceRefund', referenceId: row.id, currency: row.currency };
  const postings: Posting[] = [
    { ...reference, purpose: 'credit', from: 'deposits', to: 'available', amount: price.credit },
    { ...reference, purpose: 'fee', from: 'deposits', to: 'fees', amount: price.fee },
  ];
  return postings.filter((posting) => posting.amount > 0n);
}

function transactionOf(
  instance: Instance,
  { invoice, row, price }: { invoice: InvoiceRow; row: RefundRow; price: RefundPrice },
) {
  return {
    nonce: instance.random.bytes(10).toString('hex'),
    currency: row.currency,
    referenceType: 'InvoiceRefund' as const,
    referenceId: row.id,
    amount: price.credit,
    isCounted: true,
    fee: price.fee,
    feeCurrency: row.currency,
    customId: invoice.custom_id,
    customerId: invoice.customer_id,
    description: invoice.description,
    status: null,
    statusContext: null,
    risk: row.risk,
    riskLevel: row.risk?.level ?? null,
  };
}
