// Refunds a completed invoice, in whole or in part, from the merchant's account to an address. The payout is a usual
// withdrawal: the policy, approvals, the risk check and the processing fee apply, and the network fee is deducted from
// what arrives (docs/decisions/0213-refunds-after-completion.md).
import type { App } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { AppError, apiError, notFound } from '../core/errors.ts';
import type { Shares, WantedShare } from '../core/pricing/refund-shares.ts';
import type { Tx } from '../db/tx.ts';
import { depositsOfOwners } from '../deposits/deposit.ts';
import { emit } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { planRefund, type RefundRate } from '../withdrawals/plan-refund.ts';
import { findReturnRoute, type ReturnRoute } from '../withdrawals/send-back.ts';
import { takeWithin } from '../withdrawals/take-step.ts';
import { endRequests, endUncovered } from './end-requests.ts';
import { presentInvoice } from './present.ts';
import {
  findRefund,
  insertRefund,
  type PresentedRefund,
  presentRefund,
  type RefundRow,
} from './refund-row.ts';
import {
  lockCompleted,
  notCompleted,
  readWanted,
  takeShares,
  type WantedRefund,
} from './refundable.ts';
import { findInvoice, type InvoiceRow } from './store-invoices.ts';

export interface CompletedRefund extends WantedRefund {
  readonly invoice_id: string;
  readonly address: string;
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
 * `invalid` (also above what can still be refunded, or against the policy), `insufficient_funds`, `invalid_status`,
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
  const route = await findRouteOf(app, invoice, requested.address);
  const rate = requested.rate ?? 'then';
  const facts = { caller, invoiceId: invoice.id, wanted, rate, route };
  const row = await app.db.transaction((tx) => refundCompletedWithin(tx, facts));
  if (row instanceof AppError) throw row;
  return presentRefund(app, invoice, row);
}

/** Errors: 422 `invalid`, `high_risk_address`, 503. */
export function findRouteOf(app: App, invoice: InvoiceRow, address: string): Promise<ReturnRoute> {
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  return findReturnRoute(app, { coin, projectId: invoice.project_id, address, target: 'address' });
}

interface Refunding {
  readonly caller: Caller;
  readonly invoiceId: string;
  readonly wanted: WantedShare;
  readonly rate: RefundRate;
  readonly route: ReturnRoute;
}

async function refundCompletedWithin(
  tx: Tx,
  { caller, invoiceId, wanted, rate, route }: Refunding,
): Promise<RefundRow | AppError> {
  const { project, objectId: id, apiKey = null } = caller;
  await lockLedger(tx, project.id);
  const repeated = await findRefund(tx, project.id, id);
  if (repeated !== null) return repeated;
  const invoice = await lockCompleted(tx, { projectId: project.id, invoiceId });
  const shares = await takeShares(tx, invoice, wanted);
  const paying = { id, project, invoice, shares, rate, route, apiKey };
  const withdrawal = await payRefund(tx, paying);
  if (withdrawal instanceof AppError) return withdrawal;
  return storeRefund(tx, paying, withdrawal);
}

export interface Paying {
  /** Of the refund. */
  readonly id: string;
  readonly project: Project;
  /** Locked, as is the ledger. */
  readonly invoice: InvoiceRow;
  readonly shares: Shares;
  readonly rate: RefundRate;
  readonly route: ReturnRoute;
  readonly apiKey: string | null;
}

/**
 * A refusal is returned, not thrown: the policy journal records it in this transaction, which must store nothing else
 * then. Errors thrown: 422 `refund_too_small`, 503.
 */
export function payRefund(tx: Tx, paying: Paying): ReturnType<typeof takeWithin> {
  return takeWithin(tx, paying.project.id, planRefund(tx, paying));
}

export async function storeRefund(
  tx: Tx,
  { id, invoice, shares, rate, route }: Paying,
  withdrawal: Exclude<Awaited<ReturnType<typeof payRefund>>, AppError>,
): Promise<RefundRow> {
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
  await insertRefund(tx, invoice.project_id, row);
  await endRequests(tx, { projectId: invoice.project_id, ids: [invoice.id] });
  await endUncovered(tx, invoice);
  await tx.instance.reactions.invoiceRefunded(tx, invoice);
  const data = presentInvoice(tx.instance, invoice, await depositsOfOwners(tx, [invoice.id]));
  await emit(tx, invoice.project_id, [
    { type: 'Invoice', event: 'refunded', objectId: invoice.id, data },
  ]);
  return row;
}
