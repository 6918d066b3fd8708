// Decides about a proposal once: approval, with the operation in the same transaction; refusal; or withdrawal by its
// author. All lock the ledger first, so that two people at once decide one after the other.
import type { App } from '../app.ts';
import { apiError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { checkAsProposed, outdatedCode, refuseDecided } from './check-object.ts';
import { keepWhileApproving } from './outdate.ts';
import {
  type Decider,
  decideRow,
  findProposal,
  type Outcome,
  type ProposalRow,
} from './proposal.ts';
import { type Approving, prepareDecision } from './run-decision.ts';

interface Chosen {
  readonly projectId: string;
  readonly id: string;
}

/**
 * Returns the proposal as `approved`, or as `outdated` if its object has changed: then nothing moves. A repeated
 * approval by the same person returns the first one. Any other refusal of the operation leaves it open, because it can
 * pass. Errors: 404, 422 `invalid_status` for a decided proposal, and those of the operation.
 */
export async function approveProposal(
  app: App,
  chosen: Chosen,
  approval: { readonly by: Decider } & Omit<Approving, 'row'>,
): Promise<ProposalRow> {
  const { by, ...approving } = approval;
  const seen = await app.db.transaction(async (tx) => {
    const row = await lockProposal(tx, chosen);
    return row.status === 'open' ? leaveOrOutdate(tx, row) : row;
  });
  if (seen.status !== 'open') return answerDecided(seen, by);
  const step = await prepareDecision(app, { ...approving, row: seen });
  return app.db.transaction(async (tx) => {
    const row = await leaveOrOutdate(tx, await lockProposal(tx, chosen));
    if (row.status !== 'open') return answerDecided(row, by);
    await checkAsProposed(tx, row);
    keepWhileApproving(tx, row.id);
    const made = await step(tx);
    return decideRow(tx, row, { status: 'approved', by, ...made });
  });
}

async function leaveOrOutdate(tx: Tx, row: ProposalRow): Promise<ProposalRow> {
  if (row.status !== 'open') return row;
  const code = await outdatedCode(tx, row);
  if (code === null) return row;
  return decideRow(tx, row, { status: 'outdated', by: null, outdatedCode: code });
}

/** A retry of the approver gets the result again. An outdated proposal is shown with its reason. */
function answerDecided(row: ProposalRow, by: Decider): ProposalRow {
  const isRepeated = row.status === 'approved' && isBy(row, by);
  if (!isRepeated && row.status !== 'outdated') refuseDecided(row);
  return row;
}

function isBy(row: ProposalRow, { userId, name }: Decider): boolean {
  return row.decided_by === userId && row.decided_by_name === name;
}

export function declineProposal(
  app: App,
  chosen: Chosen,
  { by, reason }: { readonly by: Decider; readonly reason: string | undefined },
): Promise<ProposalRow> {
  return decideOnce(app, chosen, { status: 'declined', by, reason });
}

/** A user of the machine can withdraw every proposal. Errors: 403 `forbidden` for another person's. */
export function withdrawProposal(
  app: App,
  chosen: Chosen,
  { by, isOfMachine }: { readonly by: Decider; readonly isOfMachine: boolean },
): Promise<ProposalRow> {
  return decideOnce(app, chosen, { status: 'withdrawn', by, isOnlyAuthors: !isOfMachine });
}

interface OwnOutcome extends Outcome {
  readonly by: Decider;
  readonly isOnlyAuthors?: boolean;
}

/** A retry by the same person returns the earlier decision. */
function decideOnce(
  app: App,
  chosen: Chosen,
  { isOnlyAuthors = false, ...outcome }: OwnOutcome,
): Promise<ProposalRow> {
  return app.db.transaction(async (tx) => {
    const row = await lockProposal(tx, chosen);
    if (isOnlyAuthors && row.proposed_by !== outcome.by.userId) throw apiError('forbidden');
    if (row.status === outcome.status && isBy(row, outcome.by)) return row;
    refuseDecided(row);
    return decideRow(tx, row, outcome);
  });
}

/** The ledger's lock is the lock of its proposals. Errors: 404. */
async function lockProposal(tx: Tx, { projectId, id }: Chosen): Promise<ProposalRow> {
  await lockLedger(tx, projectId);
  return (await findProposal(tx, projectId, id)) ?? missing();
}

function missing(): never {
  throw notFound();
}
