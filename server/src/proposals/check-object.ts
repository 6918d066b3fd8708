// Whether a proposed decision about an object can be made now, with the checks of the decision itself, and whether it
// never can again.
import { apiError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { lockFitting } from '../inbox/attach.ts';
import { findCoinDeposit } from '../inbox/coin-deposit.ts';
import { findDeposit, lockUnmatched } from '../inbox/unmatched.ts';
import { bookedAmountOf, lockUnresolved, refuseUnreleased } from '../invoices/finish.ts';
import { findInvoice, isFinal } from '../invoices/store-invoices.ts';
import type { OutdatedCode, ProposalRow, Proposed } from './proposal.ts';

interface Decidable {
  /** The received money, in the smallest unit of the coin. */
  readonly amount: bigint;
  readonly coin: string;
}

/**
 * Changes nothing. The caller holds the ledger lock. Errors: 404, 422 `invalid_status`, also for high-risk money, which
 * only the operator decides about.
 */
export function checkObject(tx: Tx, proposed: Proposed): Promise<Decidable> {
  return proposed.object_type === 'invoice'
    ? checkInvoice(tx, proposed)
    : checkDeposit(tx, proposed);
}

async function checkInvoice(tx: Tx, { project_id: projectId, object_id }: Proposed) {
  const found = await lockUnresolved(tx, { projectId, invoiceId: object_id });
  await refuseUnreleased(tx, found);
  return { amount: found.paid, coin: found.invoice.pay_currency };
}

async function checkDeposit(tx: Tx, proposed: Proposed): Promise<Decidable> {
  const { project_id: projectId, object_id: depositId, input } = proposed;
  // A payment without a project belongs to nobody yet.
  if ((await findCoinDeposit(tx, projectId, depositId)) === null) throw notFound();
  const target = targetOf(input);
  const asked = { depositId, projectId, request: undefined, isMerchant: true };
  const deposit =
    target === null
      ? await lockUnmatched(tx, asked)
      : (await lockFitting(tx, { depositId, projectId, isMerchant: true, ...target })).deposit;
  return { amount: deposit.amount, coin: deposit.coin };
}

/** The invoice or channel to which the payment would be attached. */
export function targetOf({ invoice_id: invoice, channel_id: channel }: Proposed['input']) {
  if (invoice !== undefined) return { ownerType: 'invoice', ownerId: invoice } as const;
  return channel === undefined ? null : ({ ownerType: 'channel', ownerId: channel } as const);
}

/**
 * Null while the decision is still possible or will be again, for example after a quarantine. The caller holds the
 * ledger lock.
 */
export async function outdatedCode(tx: Tx, row: ProposalRow): Promise<OutdatedCode | null> {
  return row.object_type === 'invoice' ? outdatedInvoice(tx, row) : outdatedDeposit(tx, row);
}

async function outdatedInvoice(tx: Tx, row: ProposalRow): Promise<OutdatedCode | null> {
  const invoice = await findInvoice(tx, row.project_id, row.object_id);
  if (invoice?.status !== 'unresolved') return 'resolved';
  const paid = await bookedAmountOf(tx, row.object_id);
  return paid === row.amount ? null : 'amount_changed';
}

async function outdatedDeposit(tx: Tx, row: ProposalRow): Promise<OutdatedCode | null> {
  const deposit = await findDeposit(tx, row.object_id);
  if (deposit.status === 'dropped' || deposit.status === 'reversed') return 'reversed';
  const isOpen = deposit.is_unmatched && deposit.credited_at === null;
  if (!isOpen || deposit.project_id !== row.project_id) return 'resolved';
  if (deposit.amount !== row.amount) return 'amount_changed';
  const { invoice_id: target } = row.input;
  if (target === undefined) return null;
  const invoice = await findInvoice(tx, row.project_id, target);
  return invoice === null || isFinal(invoice.status) ? 'target_closed' : null;
}

/** Errors: 422 `invalid_status`. */
export function refuseDecided({ status }: ProposalRow): void {
  if (status !== 'open') throw apiError('invalid_status.proposal', { status });
}
