// Proposes a decision: validated like the decision itself, and stored for a person who may make it. No money moves.
import type { App } from '../app.ts';
import { findHeldRoute } from '../channels/held.ts';
import { defined } from '../core/assert.ts';
import { apiError, notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { slotOf, withSlot } from '../core/slots.ts';
import { findRefundRoute as findDepositRoute } from '../inbox/refund.ts';
import { findRefundRoute as findInvoiceRoute } from '../invoices/refund.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject } from '../projects/project.ts';
import { checkObject } from './check-object.ts';
import {
  type Decider,
  findProposal,
  hasOpenProposal,
  insertProposal,
  type ProposalRow,
  type Proposed,
} from './proposal.ts';

interface NewProposal {
  readonly proposed: Proposed;
  readonly note: string | null;
  /** Of the request: a retry returns the proposal that it created. */
  readonly objectId: string | undefined;
}

/**
 * Errors: those of the decision, and 422 `invalid_status` while the same kind of decision about the object is already
 * proposed.
 */
export async function propose(app: App, wanted: NewProposal, by: Decider): Promise<ProposalRow> {
  const { note, objectId } = wanted;
  const projectId = wanted.proposed.project_id;
  const id = withSlot(objectId ?? newId(app.clock, app.random), slotOf(projectId));
  const earlier = await findProposal(app.db, projectId, id);
  if (earlier !== null) return earlier;
  const proposed = await withAddress(app, wanted.proposed);
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const object = await checkObject(tx, proposed);
    if (await hasOpenProposal(tx, proposed)) throw apiError('invalid_status.already_proposed');
    return insertProposal(tx, { ...proposed, ...object, id, note }, by);
  });
}

/**
 * The return of a channel payment gets the customer's address if none is named, so that the person who approves sees
 * where the money goes, and a later change of the customer's address does not redirect it. Errors: those of a refund.
 */
async function withAddress(app: App, proposed: Proposed): Promise<Proposed> {
  const { project_id: projectId, operation, object_id: id, input } = proposed;
  if (operation !== 'channel-payments.refund') {
    await refuseAddress(app, proposed);
    return proposed;
  }
  const { address = null, description: reason = '' } = input;
  const found = await findHeldRoute(app, { id, projectId, address, reason, target: 'address' });
  return { ...proposed, input: { ...input, address: found.address } };
}

async function refuseAddress(app: App, { project_id, operation, object_id, input }: Proposed) {
  const { address, description = '' } = input;
  if (address === undefined) return;
  if (operation === 'refundCoinDeposit') {
    const requested = { depositId: object_id, projectId: project_id, target: 'address' };
    await findDepositRoute(app, { ...requested, address, reason: description });
    return;
  }
  const project = await loadProject(app.db, project_id);
  if (project === null) throw notFound();
  const route = await findInvoiceRoute(app, project, { invoice_id: object_id, address });
  defined(route, 'it has an address');
}
