// Finishes an unresolved invoice: the last step shared by recalculations and refunds. Writes the postings, the status,
// the transaction row and both callbacks in the caller's transaction.
import { HOUR } from '../core/clock.ts';
import { AppError, notFound } from '../core/errors.ts';
import { sumOf } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { depositsOfOwners, markDeposits } from '../deposits/store-deposits.ts';
import { emit } from '../events/emit.ts';
import { type Posting, post } from '../ledger/post.ts';
import { changeTransactions, type TransactionChange } from '../transactions/record.ts';
import type { InvoiceRow } from './invoice.ts';
import { presentInvoice } from './present.ts';
import { lockInvoices, updateInvoices } from './store-invoices.ts';

export interface UnresolvedInvoice {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  /** The posted money that the resolution covers. */
  readonly paid: bigint;
}

/** How long a resolution waits for an unconfirmed payment. */
const ARRIVAL_WAIT = HOUR;

/** Returns the locked invoice. Errors: 404 `not_found`, 422 `invalid_status` unless it is unresolved and paid. */
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
  const paid = sumOf(booked, (deposit) => deposit.amount);
  if (paid === 0n) throw invalidStatus(invoice);
  // A payment that is about to be confirmed must be confirmed first, because the resolution would omit it.
  const isOpen = (deposit: DepositRow) =>
    isArriving(tx, deposit) && !booked.includes(deposit) && deposit.credited_at === null;
  if (deposits.some((deposit) => isOpen(deposit) && !deposit.is_unmatched)) {
    throw new AppError({
      code: 'invalid_status',
      status: 422,
      message: 'a payment of this invoice is not confirmed yet',
    });
  }
  return { invoice, deposits, paid };
}

/**
 * In a block, or seen recently. A payment that stays unconfirmed does not block the resolution, because an attacker
 * could cause that with dust at a low fee. If it confirms later, it is unmatched money.
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
  // Makes it due now, so that deposits seen since the last computation still count.
  await updateInvoices(tx, {
    ...{
      projectId: invoice.project_id,
      changes: [
        { ...after, due_at: now, from: invoice.status, from_context: invoice.status_context },
      ],
    },
  });
  const marks = bookedOf(deposits).map((deposit) => ({
    ...{ id: deposit.id, isBooked: true, isCredited: true },
    ...{ announced: deposit.announced, isUnmatched: false },
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

/** 422: only an unresolved invoice can be resolved. */
export function invalidStatus(invoice: InvoiceRow): AppError {
  return new AppError({
    code: 'invalid_status',
    status: 422,
    message: `the invoice is ${invoice.status}; only an unresolved one can be recalculated or refunded`,
  });
}

/** The invoice's row in the transaction list follows its status and counts once it completes. */
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
