// Settles an unresolved invoice for the paid amount at the current rate: a quote that the merchant commits within 30
// seconds, or immediately with force_commit (wire.md (d)).
import type { Static } from 'typebox';
import type { App, Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import type { InvoiceRecalculation } from '../contract/objects/invoices.ts';
import { defined } from '../core/assert.ts';
import { formatTime, SECOND } from '../core/clock.ts';
import { AppError, apiError, notFound } from '../core/errors.ts';
import { type Decimal, decimal, formatAmount, formatDecimal } from '../core/money.ts';
import { recalculateInvoice } from '../core/pricing/payment.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { presentExchange } from '../rates/present.ts';
import { quoteNow } from '../rates/rates.ts';
import {
  finishInvoice,
  lockUnresolved,
  refuseUnreleased,
  type UnresolvedInvoice,
} from './finish.ts';
import { settlementPostings } from './settle.ts';
import { findInvoice, type InvoiceRow } from './store-invoices.ts';

const COMMIT_WINDOW = 30 * SECOND;

interface RecalculationRow {
  readonly id: string;
  readonly invoice_id: string;
  readonly pay_amount: bigint;
  readonly price_amount: bigint;
  readonly fee: bigint;
  readonly rate: string | null;
  readonly previous_pay_amount: bigint;
  readonly previous_price_amount: bigint;
  readonly previous_rate: string | null;
  readonly created_at: Date;
  readonly committed_at: Date | null;
  readonly commit_key: string | null;
}

interface RecalculationCaller {
  readonly project: Project;
  readonly objectId: string;
  /** The public part of the key. Omitted for automatic resolutions. */
  readonly apiKey?: string;
}

type Presented = Static<typeof InvoiceRecalculation>;

/** Errors: 404, 422 `invalid_status`, 503 `rates_unavailable`. */
export async function recalculate(
  app: App,
  caller: RecalculationCaller,
  input: { invoice_id: string; force_commit?: boolean | undefined },
): Promise<Presented> {
  return app.db.transaction((tx) => recalculateWithin(tx, caller, input));
}

/** Like `recalculate`, in the caller's transaction. */
export async function recalculateWithin(
  tx: Tx,
  caller: RecalculationCaller,
  input: { invoice_id: string; force_commit?: boolean | undefined },
): Promise<Presented> {
  const { project } = caller;
  const seen = await findInvoice(tx, project.id, input.invoice_id);
  if (seen === null) throw notFound();
  const rate = rateOf(tx.instance, seen);
  await lockLedger(tx, project.id);
  const repeated = await findRecalculation(tx, project.id, caller.objectId);
  if (repeated !== null) return present(tx.instance, seen, repeated);
  const found = await lockUnresolved(tx, { projectId: project.id, invoiceId: input.invoice_id });
  if (caller.apiKey !== undefined) await refuseUnreleased(tx, found);
  const isForced = input.force_commit === true;
  const row = priceRow(tx, project, { found, rate, id: caller.objectId, isCommitted: isForced });
  await insertRow(tx, project.id, row);
  if (isForced) await apply(tx, { found, row });
  return present(tx.instance, found.invoice, row);
}

/** Errors: 404, 409 `already_committed` or `commit_window_expired`, 422 `invalid_status`. */
export function commitRecalculation(
  app: App,
  caller: RecalculationCaller,
  input: { invoice_id: string; recalculation_id: string },
): Promise<Presented> {
  return app.db.transaction((tx) => commitWithin(tx, caller, input));
}

/** Like `commitRecalculation`, in the caller's transaction. */
export async function commitWithin(
  tx: Tx,
  caller: RecalculationCaller,
  input: { invoice_id: string; recalculation_id: string },
): Promise<Presented> {
  const projectId = caller.project.id;
  await lockLedger(tx, projectId);
  const row = await findRecalculation(tx, projectId, input.recalculation_id);
  if (row === null || row.invoice_id !== input.invoice_id) throw notFound();
  if (row.committed_at !== null) {
    const invoice = await findInvoice(tx, projectId, row.invoice_id);
    const isRepeated = invoice !== null && row.commit_key === caller.objectId;
    if (isRepeated) return present(tx.instance, invoice, row);
    throw apiError('already_committed');
  }
  const now = tx.now.getTime();
  if (now > row.created_at.getTime() + COMMIT_WINDOW) throw apiError('commit_window_expired');
  const found = await lockUnresolved(tx, { projectId, invoiceId: input.invoice_id });
  if (caller.apiKey !== undefined) await refuseUnreleased(tx, found);
  if (found.paid !== row.pay_amount) throw apiError('commit_window_expired');
  await tx.query(
    'update invoice_recalculations set committed_at = $3, commit_key = $4 where project_id = $1 and id = $2',
    [projectId, row.id, new Date(now), caller.objectId],
  );
  await apply(tx, { found, row });
  return present(tx.instance, found.invoice, row);
}

function rateOf(instance: Instance, invoice: InvoiceRow): Decimal | null {
  if (invoice.rate === null) return null;
  return quoteNow(instance, {
    base: assetCode(invoice.pay_currency),
    quote: invoice.price_currency,
  }).sellRate;
}

function priceRow(
  tx: Tx,
  project: Project,
  {
    found,
    rate,
    id,
    isCommitted,
  }: { found: UnresolvedInvoice; rate: Decimal | null; id: string; isCommitted: boolean },
): RecalculationRow {
  const { invoice, paid } = found;
  const priceCurrency = defined(
    tx.instance.currencies.get(invoice.price_currency),
    'currency is registered',
  );
  const price = recalculateInvoice({
    paid,
    payCurrency: defined(
      tx.instance.currencies.get(assetCode(invoice.pay_currency)),
      'currency is registered',
    ),
    priceCurrency,
    rate,
    feePercent: feePercentOf(tx.instance, project, {
      operation: 'recalculation',
      currency: priceCurrency.code,
    }),
  });
  if (price.price === 0n) throw apiError('invalid_status.worthless_payment');
  const now = tx.now;
  return {
    id,
    invoice_id: invoice.id,
    pay_amount: paid,
    price_amount: price.price,
    fee: price.fee,
    rate: rate === null ? null : formatDecimal(rate),
    previous_pay_amount: invoice.pay_amount,
    previous_price_amount: invoice.price_amount,
    previous_rate: invoice.rate,
    created_at: now,
    committed_at: isCommitted ? now : null,
    commit_key: null,
  };
}

/** What an acceptance would settle at the current rate. Null without a rate, or when the payment is worth nothing. */
export function previewAcceptance(
  tx: Tx,
  project: Project,
  found: UnresolvedInvoice,
): { readonly price: bigint; readonly fee: bigint } | null {
  try {
    const rate = rateOf(tx.instance, found.invoice);
    const id = found.invoice.id;
    const { price_amount: price, fee } = priceRow(tx, project, {
      found,
      rate,
      id,
      isCommitted: false,
    });
    return { price, fee };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function apply(
  tx: Tx,
  { found, row }: { found: UnresolvedInvoice; row: RecalculationRow },
): Promise<void> {
  const { invoice } = found;
  const after: InvoiceRow = {
    ...invoice,
    status: 'completed',
    status_context: null,
    pay_amount: row.pay_amount,
    price_amount: row.price_amount,
    fee: row.fee,
    rate: row.rate,
    due_at: null,
  };
  const postings = settlementPostings({
    invoiceId: invoice.id,
    payCoin: invoice.pay_currency,
    priceCurrency: invoice.price_currency,
    payAmount: row.pay_amount,
    price: row.price_amount,
    fee: row.fee,
  });
  await finishInvoice(tx, { found, after, postings, event: 'recalculated' });
}

const COLUMNS = `id, invoice_id, pay_amount, price_amount, fee, rate, previous_pay_amount,
  previous_price_amount, previous_rate, created_at, committed_at, commit_key`;

async function findRecalculation(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<RecalculationRow | null> {
  const rows = await tx.query<RecalculationRow>(
    `select ${COLUMNS} from invoice_recalculations where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

async function insertRow(tx: Tx, projectId: string, row: RecalculationRow): Promise<void> {
  await tx.query(
    `insert into invoice_recalculations (project_id, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      projectId,
      row.id,
      row.invoice_id,
      row.pay_amount.toString(),
      row.price_amount.toString(),
      row.fee.toString(),
      row.rate,
      row.previous_pay_amount.toString(),
      row.previous_price_amount.toString(),
      row.previous_rate,
      row.created_at,
      row.committed_at,
      row.commit_key,
    ],
  );
}

function present(instance: Instance, invoice: InvoiceRow, row: RecalculationRow): Presented {
  const coin = defined(
    instance.currencies.get(assetCode(invoice.pay_currency)),
    'currency is registered',
  );
  const price = defined(instance.currencies.get(invoice.price_currency), 'currency is registered');
  return {
    id: row.id,
    invoice_id: row.invoice_id,
    pay_amount: formatAmount(row.pay_amount, coin),
    pay_currency: coin.code,
    price_amount: formatAmount(row.price_amount, price),
    price_currency: price.code,
    fee: formatAmount(row.fee, price),
    fee_currency: price.code,
    previous_pay_amount: formatAmount(row.previous_pay_amount, coin),
    previous_price_amount: formatAmount(row.previous_price_amount, price),
    previous_exchange_rate:
      row.previous_rate === null ? null : formatDecimal(decimal(row.previous_rate)),
    exchange: row.rate === null ? null : presentExchange(row.rate, coin.code, price.code),
    created_at: formatTime(row.created_at),
  };
}
