// Whether a proposed decision about an object can be made now, with the checks of the decision itself, and whether it
// never can again.
import { lockHeld, refuseChosenAddress, refuseHighRiskCredit } from '../channels/held.ts';
import { findChannelPayment } from '../channels/store-channels.ts';
import { defined } from '../core/assert.ts';
import { apiError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { type DepositRow, depositsOfOwners } from '../deposits/deposit.ts';
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

/** Also refused while a part of the money is missing. Errors: see `checkObject`. */
export async function checkAsProposed(tx: Tx, row: ProposalRow): Promise<void> {
  const { amount } = await checkObject(tx, row);
  if (amount !== row.amount) throw apiError('invalid_status.payment_unconfirmed');
}

/**
 * Changes nothing. The caller holds the ledger lock. Errors: 404, 422 `invalid_status`, also for high-risk money, which
 * only the operator decides about.
 */
export function checkObject(tx: Tx, proposed: Proposed): Promise<Decidable> {
  return checks[proposed.object_type](tx, proposed);
}

const checks = { invoice: checkInvoice, deposit: checkDeposit, channel_payment: checkHeld };

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

async function checkHeld(tx: Tx, proposed: Proposed): Promise<Decidable> {
  const { project_id: projectId, object_id: id, kind, input } = proposed;
  const held = await lockHeld(tx, projectId, id);
  if (kind === 'credit') refuseHighRiskCredit(held);
  else await refuseChosenAddress(tx, held, defined(input.address, 'chosen when it was proposed'));
  const { paid_amount: amount, paid_currency: coin } = held.payment;
  return { amount, coin };
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
  return findOutdated[row.object_type](tx, row);
}

const findOutdated = {
  invoice: outdatedInvoice,
  deposit: outdatedDeposit,
  channel_payment: outdatedHeld,
};

async function outdatedInvoice(tx: Tx, row: ProposalRow): Promise<OutdatedCode | null> {
  const invoice = await findInvoice(tx, row.project_id, row.object_id);
  if (invoice?.status !== 'unresolved') return 'resolved';
  const paid = await bookedAmountOf(tx, row.object_id);
  return paid === row.amount || (await isReturning(tx, row.object_id)) ? null : 'amount_changed';
}

/** After a reorganization, a payment usually returns in another block. */
async function isReturning(tx: Tx, invoiceId: string): Promise<boolean> {
  const deposits = await depositsOfOwners(tx, [invoiceId]);
  return deposits.some(({ status, booked_at }) => status === 'pending' && booked_at !== null);
}

async function outdatedDeposit(tx: Tx, row: ProposalRow): Promise<OutdatedCode | null> {
  const deposit = await findDeposit(tx, row.object_id);
  if (isGone(deposit)) return 'reversed';
  // As `isReturning`: then it waits for the same decision.
  if (deposit.status === 'pending') return null;
  const isOpen = deposit.is_unmatched && deposit.credited_at === null;
  if (!isOpen || deposit.project_id !== row.project_id) return 'resolved';
  if (deposit.amount !== row.amount) return 'amount_changed';
  const { invoice_id: target } = row.input;
  if (target === undefined) return null;
  const invoice = await findInvoice(tx, row.project_id, target);
  return invoice === null || isFinal(invoice.status) ? 'target_closed' : null;
}

async function outdatedHeld(tx: Tx, row: ProposalRow): Promise<OutdatedCode | null> {
  const payment = await findChannelPayment(tx, row.project_id, row.object_id);
  if (payment?.status !== 'on_hold') return 'resolved';
  if (isGone(await findDeposit(tx, payment.deposit_id))) return 'reversed';
  return payment.paid_amount === row.amount ? null : 'amount_changed';
}

/** The chain no longer has the payment. */
export function isGone({ status }: Pick<DepositRow, 'status'>): boolean {
  return status === 'dropped' || status === 'reversed';
}

/** Errors: 422 `invalid_status`. */
export function refuseDecided({ status }: ProposalRow): void {
  if (status !== 'open') throw apiError('invalid_status.proposal', { status });
}
