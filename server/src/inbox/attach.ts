// Attaches an unmatched payment to the invoice or channel that it was meant for, where the usual rules apply.
import type { App } from '../app.ts';
import { receiveChannelDeposits, touchChannelPayments } from '../channels/receive.ts';
import { type ChannelRow, findChannelById } from '../channels/store-channels.ts';
import { coinLabel } from '../coins/coin.ts';
import { apiError, notFound } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { assignToOwner, writeDecision } from '../deposits/unmatched.ts';
import {
  findInvoiceById,
  type InvoiceRow,
  isFinal,
  lockInvoices,
  touchInvoices,
} from '../invoices/store-invoices.ts';
import { lockUnmatched, reportResolved } from './unmatched.ts';

interface AttachRequest {
  readonly depositId: string;
  readonly ownerId: string;
  /** Limits the lookup to invoices or channels of the project. The operator omits both and searches everything. */
  readonly ownerType?: 'invoice' | 'channel';
  readonly projectId?: string;
  readonly reason: string;
  /** The request's ID, which identifies its retries. */
  readonly request?: string;
  readonly isMerchant?: boolean;
}

type Owner =
  | { readonly type: 'invoice'; readonly row: InvoiceRow }
  | { readonly type: 'channel'; readonly row: ChannelRow };

/** Errors: 404; 422 `invalid_status` for a finished invoice, a different coin, or a former channel payment. */
export async function attachUnmatched(
  app: App,
  requested: AttachRequest,
): Promise<{ deposit: DepositRow; ownerType: 'invoice' | 'channel' }> {
  return app.db.transaction((tx) => attachWithin(tx, requested));
}

/** Like `attachUnmatched`, in the caller's transaction. */
export async function attachWithin(
  tx: Tx,
  requested: AttachRequest,
): Promise<{ deposit: DepositRow; ownerType: 'invoice' | 'channel' }> {
  const { owner, deposit } = await lockFitting(tx, requested);
  const projectId = owner.row.project_id;
  const attached = await assignToOwner(tx, deposit.id, {
    projectId,
    type: owner.type,
    id: owner.row.id,
  });
  await report(tx, { before: deposit, attached });
  await writeDecision(tx, {
    depositId: deposit.id,
    projectId,
    decision: 'attached',
    facts: {
      reason: requested.reason,
      request: requested.request,
      to: owner.type,
      id: owner.row.id,
      from: deposit.owner_id,
    },
  });
  await reportResolved(tx, { projectId, id: deposit.id });
  return { deposit: attached, ownerType: owner.type };
}

/** Locks the payment if it can be attached. Changes nothing. Errors: see `attachUnmatched`. */
export async function lockFitting(
  tx: Tx,
  requested: Omit<AttachRequest, 'reason'>,
): Promise<{ owner: Owner; deposit: DepositRow }> {
  const owner = await findOwner(tx, requested);
  if (owner === null || !isRequested(owner, requested)) throw notFound();
  const { depositId, request, isMerchant } = requested;
  const ids = { depositId, projectId: owner.row.project_id, request, isMerchant };
  const deposit = await lockUnmatched(tx, ids);
  await refuseMisfit(tx, owner, deposit);
  return { owner, deposit };
}

type Named = Pick<AttachRequest, 'ownerId' | 'ownerType' | 'projectId'>;

async function findOwner(sql: Sql, { ownerId: id }: Named): Promise<Owner | null> {
  const invoice = await findInvoiceById(sql, id);
  if (invoice !== null) return { type: 'invoice', row: invoice };
  const channel = await findChannelById(sql, id);
  return channel === null ? null : { type: 'channel', row: channel };
}

function isRequested(owner: Owner, { ownerType, projectId }: Named): boolean {
  const isOfType = ownerType === undefined || owner.type === ownerType;
  return isOfType && (projectId === undefined || owner.row.project_id === projectId);
}

async function refuseMisfit(tx: Tx, owner: Owner, deposit: DepositRow): Promise<void> {
  const coin = owner.row.pay_currency;
  if (coin !== deposit.coin)
    throw apiError('invalid_status.paid_in_other_coin', {
      expected: coinLabel(coin),
      received: coinLabel(deposit.coin),
    });
  const payments = await tx.query('select 1 from channel_payments where deposit_id = $1 limit 1', [
    deposit.id,
  ]);
  if (payments.length > 0) throw apiError('invalid_status.former_channel_payment');
  if (owner.type === 'channel') return;
  const [invoice] = await lockInvoices(tx, owner.row.project_id, [owner.row.id]);
  if (invoice === undefined) throw notFound();
  if (isFinal(invoice.status)) throw apiError('invalid_status.invoice', { status: invoice.status });
}

async function report(
  tx: Tx,
  { before, attached }: { before: DepositRow; attached: DepositRow },
): Promise<void> {
  const now = tx.now;
  const invoices = [before, attached].filter((deposit) => deposit.owner_type === 'invoice');
  await touchInvoices(
    tx,
    invoices.flatMap((deposit) => deposit.owner_id ?? []),
    now,
  );
  if (attached.owner_type !== 'channel') return;
  await receiveChannelDeposits(tx, [attached]);
  await touchChannelPayments(tx, [attached], now);
}
