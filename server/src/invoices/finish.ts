// Finishes an unresolved invoice, for recalculations and refunds: postings, status, transaction row and both
// callbacks, in the caller's transaction.
import type { App, Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { HOUR } from '../core/clock.ts';
import { AppError, apiError, notFound } from '../core/errors.ts';
import { sumOf } from '../core/group.ts';
import { amountOf, divide, toBase } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import {
  type DepositRow,
  depositsOfOwners,
  isLive,
  isSettled,
  markDeposits,
} from '../deposits/deposit.ts';
import { refuseInQuarantine, writeDecision } from '../deposits/unmatched.ts';
import { emit } from '../events/emit.ts';
import { lockLedger, type Posting, post } from '../ledger/post.ts';
import { overpaymentToleranceOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { changeTransactions, type TransactionChange } from '../transactions/record.ts';
import { presentInvoice } from './present.ts';
import {
  INVOICE_COLUMNS,
  type InvoiceRow,
  lockInvoices,
  updateInvoices,
} from './store-invoices.ts';

export interface UnresolvedInvoice {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  readonly paid: bigint;
}

const ARRIVAL_WAIT = HOUR;

/** Errors: 404 `not_found`, 422 `invalid_status` unless the invoice is unresolved and paid. */
export async function lockUnresolved(
  tx: Tx,
  ids: { projectId: string; invoiceId: string },
): Promise<UnresolvedInvoice> {
  const { projectId, invoiceId } = ids;
  const [invoice] = await lockInvoices(tx, projectId, [invoiceId]);
  if (invoice === undefined) throw notFound();
  if (invoice.status !== 'unresolved') throw invalidStatus(invoice);
  const deposits = await depositsOfOwners(tx, [invoiceId]);
  const booked = bookedOf(deposits);
  const paid = sumOf(booked, ({ amount }) => amount);
  if (paid === 0n) throw invalidStatus(invoice);
  // The resolution would omit a payment that is about to confirm.
  const isOpen = (deposit: DepositRow) =>
    isArriving(tx, deposit) && !booked.includes(deposit) && deposit.credited_at === null;
  if (deposits.some((deposit) => isOpen(deposit) && !deposit.is_unmatched)) {
    throw apiError('invalid_status.payment_unconfirmed');
  }
  return { invoice, deposits, paid };
}

/**
 * A payment that stays unconfirmed does not block the resolution, because an attacker could cause that with dust at a
 * low fee. If it confirms later, it becomes unmatched money.
 */
function isArriving(tx: Tx, deposit: DepositRow): boolean {
  const isRecent = deposit.first_seen_at.getTime() + ARRIVAL_WAIT > tx.now.getTime();
  return isLive(deposit) && (deposit.block_height !== null || isRecent);
}

function bookedOf(deposits: readonly DepositRow[]): DepositRow[] {
  // Excludes deposits that wait in the inbox or were resolved there.
  return deposits.filter(
    (deposit) =>
      isSettled(deposit) &&
      deposit.booked_at !== null &&
      deposit.credited_at === null &&
      !deposit.is_unmatched,
  );
}

/** What a resolution of the invoice is about, in the coin's smallest unit. */
export async function bookedAmountOf(sql: Sql, invoiceId: string): Promise<bigint> {
  return sumOf(bookedOf(await depositsOfOwners(sql, [invoiceId])), ({ amount }) => amount);
}

export async function finishInvoice(
  tx: Tx,
  {
    found,
    after,
    event,
    postings,
  }: {
    found: UnresolvedInvoice;
    after: InvoiceRow;
    postings: readonly Posting[];
    event: 'recalculated' | 'refunded';
  },
): Promise<void> {
  const { invoice, deposits } = found;
  const now = tx.now;
  await post(tx, invoice.project_id, { postings, now });
  // Due now, so that deposits seen since the last computation still count.
  await updateInvoices(tx, {
    projectId: invoice.project_id,
    changes: [
      { ...after, due_at: now, from: invoice.status, from_context: invoice.status_context },
    ],
  });
  const marks = bookedOf(deposits).map((deposit) => ({
    id: deposit.id,
    isBooked: true,
    isCredited: true,
    announced: deposit.announced,
    isUnmatched: false,
  }));
  await markDeposits(tx, marks, now);
  await changeTransactions(tx, invoice.project_id, {
    now,
    changes: [transactionOf(after, deposits)],
  });
  const data = presentInvoice(tx.instance, after, deposits);
  await emit(tx, invoice.project_id, [
    { type: 'Invoice', event, objectId: after.id, data },
    { type: 'Invoice', event: 'status_changed', objectId: after.id, data },
  ]);
}

export function invalidStatus(invoice: InvoiceRow): AppError {
  return apiError('invalid_status.invoice_not_unresolved', { status: invoice.status });
}

export function transactionOf(
  invoice: InvoiceRow,
  deposits: readonly DepositRow[],
): TransactionChange {
  const risks = deposits
    .filter(isLive)
    .flatMap((deposit) => (deposit.risk === null ? [] : [deposit.risk]));
  const worst =
    risks.sort((a, b) => RISK_LEVELS.indexOf(b.level) - RISK_LEVELS.indexOf(a.level))[0] ?? null;
  return {
    referenceId: invoice.id,
    amount: invoice.price_amount - invoice.fee,
    isCounted: invoice.status === 'completed',
    fee: invoice.fee,
    status: invoice.status,
    statusContext: invoice.status_context,
    risk: worst,
    riskLevel: worst?.level ?? null,
  };
}

const RISK_LEVELS = ['low', 'medium', 'high'];

/** In the pay currency, rounded down. Zero while no rate is available to value the amount. */
export function surplusMaxOf(instance: Instance, project: Project, invoice: InvoiceRow): bigint {
  const { percent, eur } = overpaymentToleranceOf(project);
  const whole = 100n * 10n ** BigInt(percent.scale);
  const share = divide(invoice.pay_amount * percent.digits, whole, 'down');
  if (share === 0n) return 0n;
  const worth = inPayCurrency(instance, invoice, eur);
  if (worth < share) return worth;
  return share;
}

function inPayCurrency(instance: Instance, { pay_currency }: InvoiceRow, eur: string): bigint {
  const base = defined(instance.currencies.get(assetCode(pay_currency)), 'currency is registered');
  const quote = defined(instance.currencies.get('EUR'), 'EUR is registered');
  try {
    const { sellRate: rate } = quoteNow(instance, { base: base.code, quote: quote.code });
    const rule = { rounding: 'down', precision: base.precision } as const;
    return toBase(amountOf(eur, quote), { base, quote, rate }, rule);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 0n;
  }
}

/** Newest first. Errors: 404. */
export function illicitInvoices(
  sql: Sql,
  filter: PageRequest & { projectId: string | null },
): Promise<NewestPage<InvoiceRow>> {
  return newestPage<InvoiceRow>(sql, {
    ...filter,
    table: 'invoices',
    columns: INVOICE_COLUMNS,
    always: `status = 'unresolved'`,
    filters: [['illicit_resource', (place) => `status_context = ${place}`]],
  });
}

export async function riskySources(
  sql: Sql,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ owner_id: string; source: string }>(
    `select distinct on (owner_id) owner_id, risk ->> 'resource_category' as source from deposits
     where owner_id = any($1::uuid[]) and not is_small and risk ->> 'level' = 'high'
     order by owner_id, first_seen_at, id`,
    [invoiceIds],
  );
  return new Map(rows.map(({ owner_id: id, source }) => [id, source]));
}

/**
 * High-risk money that arrives later needs another release. Errors: 404, 422 `invalid_status` unless the invoice is
 * illicit with unreleased money, and while its coin is in quarantine.
 */
export async function releaseInvoice(
  app: App,
  requested: { id: string; reason: string },
): Promise<InvoiceRow> {
  const [named] = await app.db.query<{ project_id: string }>(
    'select project_id from invoices where id = $1 order by project_id limit 1',
    [requested.id],
  );
  if (named === undefined) throw notFound();
  const { project_id: projectId } = named;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const [invoice] = await lockInvoices(tx, projectId, [requested.id]);
    if (invoice === undefined) throw notFound();
    await refuseInQuarantine(tx, invoice.pay_currency);
    const held = await heldBack(tx, invoice, await depositsOfOwners(tx, [invoice.id]));
    if (held.length === 0) throw apiError('invalid_status.nothing_to_release');
    for (const { id: depositId } of held) {
      const facts = { reason: requested.reason, invoice_id: invoice.id };
      await writeDecision(tx, { depositId, projectId, decision: 'released', facts });
    }
    return invoice;
  });
}

/** For a merchant's API key. Errors: 422 `invalid_status` until the operator has released the invoice. */
export async function refuseUnreleased(
  tx: Tx,
  found: { invoice: InvoiceRow; deposits: readonly DepositRow[] },
): Promise<void> {
  if ((await heldBack(tx, found.invoice, found.deposits)).length === 0) return;
  throw apiError('invalid_status.high_risk_unreleased');
}

async function heldBack(
  tx: Tx,
  invoice: InvoiceRow,
  deposits: readonly DepositRow[],
): Promise<DepositRow[]> {
  if (invoice.status !== 'unresolved' || invoice.status_context !== 'illicit_resource') return [];
  const risky = deposits.filter(
    (deposit) =>
      isSettled(deposit) &&
      deposit.credited_at === null &&
      !deposit.is_unmatched &&
      deposit.risk?.level === 'high',
  );
  const rows = await tx.query<{ deposit_id: string }>(
    `select distinct deposit_id from deposit_decisions
     where deposit_id = any($1::uuid[]) and decision = 'released'`,
    [risky.map(({ id }) => id)],
  );
  const released = new Set(rows.map((row) => row.deposit_id));
  return risky.filter(({ id }) => !released.has(id));
}
