// Runs the operation of a proposal, with the stored input, in the transaction that approves it.
import type { App } from '../app.ts';
import { findHeldRoute, releaseWithin, returnWithin } from '../channels/held.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { attachWithin } from '../inbox/attach.ts';
import {
  creditUnmatchedWithin,
  findRefundRoute as findDepositRoute,
  refundUnmatchedWithin,
} from '../inbox/refund.ts';
import { commitWithin, recalculateWithin } from '../invoices/recalculate.ts';
import { findRefundRoute as findInvoiceRoute, refundWithin } from '../invoices/refund.ts';
import { findRefund } from '../invoices/refund-row.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { targetOf } from './check-object.ts';
import type { ProposalRow } from './proposal.ts';

interface Approved {
  /** IDs of what was created or changed. */
  readonly result: Readonly<Record<string, string>>;
  readonly withdrawalId?: string;
}

export type Step = (tx: Tx) => Promise<Approved>;

export interface Approving {
  readonly row: ProposalRow;
  /** `acceptance`: the quote that the approver saw. */
  readonly recalculationId?: string | undefined;
  /** The approver as the requester of a payout. Null on the command line. */
  readonly apiKey: string | null;
}

/**
 * Reads what the decision needs, such as the risk and the network fee of a destination. The proposal's ID identifies
 * the request, so that even without the lock of the ledger it would take effect only once. Errors: those of the
 * operation.
 */
export async function prepareDecision(app: App, approving: Approving): Promise<Step> {
  const project = await loadProject(app.db, approving.row.project_id);
  if (project === null) throw notFound();
  switch (approving.row.operation) {
    case 'createInvoiceRefund':
      return refundOfInvoice(app, project, approving);
    case 'createInvoiceRecalculation':
      return acceptance(project, approving);
    case 'refundCoinDeposit':
      return refundOfDeposit(app, approving);
    case 'creditCoinDeposit':
      return creditOf(approving.row);
    case 'attachCoinDeposit':
      return attachmentOf(approving.row);
    case 'channel-payments.release':
      return releaseOf(project, approving);
    case 'channel-payments.refund':
      return returnOf(app, approving);
  }
}

async function refundOfInvoice(app: App, project: Project, { row, apiKey }: Approving) {
  const caller = { project, objectId: row.id, ...(apiKey !== null && { apiKey }) };
  const requested = { invoice_id: row.object_id, address: row.input.address };
  const route = await findInvoiceRoute(app, project, requested);
  return async (tx: Tx) => {
    const made = await refundWithin(tx, { caller, requested, route });
    const { id } = defined(made, 'an open proposal has no refund');
    const { withdrawal_id: withdrawalId } = defined(await findRefund(tx, project.id, id), 'stored');
    if (withdrawalId === null) return { result: { refund_id: id } };
    return { result: { refund_id: id, withdrawal_id: withdrawalId }, withdrawalId };
  };
}

function acceptance(project: Project, { row, recalculationId, apiKey }: Approving): Step {
  const caller = { project, objectId: row.id, ...(apiKey !== null && { apiKey }) };
  const invoice = { invoice_id: row.object_id };
  return async (tx) => {
    const { id } =
      recalculationId === undefined
        ? await recalculateWithin(tx, caller, { ...invoice, force_commit: true })
        : await commitWithin(tx, caller, { ...invoice, recalculation_id: recalculationId });
    return { result: { recalculation_id: id } };
  };
}

async function refundOfDeposit(app: App, { row, apiKey }: Approving): Promise<Step> {
  const { address } = row.input;
  const requested = {
    ...requestOf(row),
    projectId: row.project_id,
    address: defined(address, 'a refund of a payment has an address'),
    target: 'address',
    ...(apiKey !== null && { apiKey }),
  };
  const found = await findDepositRoute(app, requested);
  return async (tx) => {
    const { id } = await refundUnmatchedWithin(tx, { ...found, requested });
    return { result: { withdrawal_id: id }, withdrawalId: id };
  };
}

function creditOf(row: ProposalRow): Step {
  return async (tx) => {
    const deposit = await creditUnmatchedWithin(tx, {
      ...requestOf(row),
      projectId: row.project_id,
    });
    return { result: { deposit_id: deposit.id } };
  };
}

function attachmentOf(row: ProposalRow): Step {
  const target = defined(targetOf(row.input), 'it names an invoice or a channel');
  return async (tx) => {
    const asked = { ...requestOf(row), projectId: row.project_id, ...target };
    await attachWithin(tx, asked);
    const { ownerType, ownerId } = target;
    return { result: { [`${ownerType}_id`]: ownerId } };
  };
}

function releaseOf(project: Project, approving: Approving): Step {
  return async (tx) => {
    const { id } = await releaseWithin(tx, project, heldDecisionOf(approving));
    return { result: { channel_payment_id: id } };
  };
}

async function returnOf(app: App, approving: Approving): Promise<Step> {
  const address = defined(approving.row.input.address, 'chosen when it was proposed');
  const requested = { ...heldDecisionOf(approving), address, target: 'address' };
  const found = await findHeldRoute(app, requested);
  return async (tx) => {
    const { coin_withdrawal_id: sent } = await returnWithin(tx, { ...found, requested });
    const id = defined(sent, 'a return is a withdrawal');
    return { result: { withdrawal_id: id }, withdrawalId: id };
  };
}

/** As project members decide: high-risk money stays with the operator. */
function heldDecisionOf({ row, apiKey }: Approving) {
  const reason = defined(row.input.description, 'a decision about a payment has a reason');
  const decision = { id: row.object_id, projectId: row.project_id, reason };
  return { ...decision, ...(apiKey !== null && { requestedBy: apiKey }) };
}

/** As the merchant's own operation: high-risk money stays with the operator. */
function requestOf({ object_id, id, input }: ProposalRow) {
  const reason = defined(input.description, 'a decision about a payment has a reason');
  return { depositId: object_id, request: id, reason, isMerchant: true };
}
