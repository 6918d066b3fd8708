// A project's inbox in its API: the waiting deposits and the three ways to resolve them.
import type { App } from '../app.ts';
import type { InputOf, Page } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { defined } from '../core/assert.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { checkCursor } from '../db/read-page.ts';
import type { Project } from '../projects/project.ts';
import { attachUnmatched } from './attach.ts';
import {
  countWaiting,
  findCoinDeposit,
  listWaiting,
  type PresentedCoinDeposit,
  presentCoinDeposit,
} from './coin-deposit.ts';
import { creditUnmatched, refundUnmatched } from './refund.ts';
import { RepeatedDecision } from './unmatched.ts';

interface Caller {
  readonly project: Project;
  readonly apiKey: string;
  readonly objectId: string;
}

export async function listCoinDeposits(
  app: App,
  project: Project,
  input: InputOf<Operations['listCoinDeposits']> & { readonly limit: number },
): Promise<Page<PresentedCoinDeposit>> {
  const after = input.starting_after ?? null;
  await checkCursor(app.db, { table: 'deposits', projectId: project.id, after });
  const filter = {
    projectId: project.id,
    status: input.status ?? null,
    reason: input.reason ?? null,
    currency: input.currency ?? null,
  };
  const [rows, total] = await Promise.all([
    listWaiting(app.db, filter, { after, limit: input.limit + 1 }),
    countWaiting(app.db, filter),
  ]);
  const shown = rows.slice(0, input.limit).map((row) => presentCoinDeposit(app, row));
  return { rows: shown, total, hasMore: rows.length > input.limit };
}

export async function showCoinDeposit(
  app: App,
  project: Project,
  id: string,
): Promise<PresentedCoinDeposit> {
  const row = await findCoinDeposit(app.db, project.id, id);
  if (row === null) throw notFound();
  return presentCoinDeposit(app, row);
}

export function creditCoinDeposit(
  app: App,
  caller: Caller,
  { id, description }: InputOf<Operations['creditCoinDeposit']>,
): Promise<PresentedCoinDeposit> {
  return decide(app, { ...caller, id }, () =>
    creditUnmatched(app, { ...requestedOf(caller, id), reason: description }),
  );
}

export function refundCoinDeposit(
  app: App,
  caller: Caller,
  { id, address, description }: InputOf<Operations['refundCoinDeposit']>,
): Promise<PresentedCoinDeposit> {
  return decide(app, { ...caller, id }, () =>
    refundUnmatched(app, {
      ...requestedOf(caller, id),
      address,
      target: 'address',
      reason: description,
      apiKey: caller.apiKey,
    }),
  );
}

export async function attachCoinDeposit(
  app: App,
  caller: Caller,
  input: InputOf<Operations['attachCoinDeposit']>,
): Promise<PresentedCoinDeposit> {
  const { id, invoice_id: invoiceId, channel_id: channelId, description: reason } = input;
  const ownerId = invoiceId ?? channelId;
  if (ownerId === undefined || (invoiceId !== undefined && channelId !== undefined))
    throw invalid(rule.exactlyOneOf('invoice_id', ['invoice_id', 'channel_id']));
  const ownerType = invoiceId === undefined ? 'channel' : 'invoice';
  const requested = { ...requestedOf(caller, id), ownerId, ownerType, reason } as const;
  return decide(app, { ...caller, id }, () => attachUnmatched(app, requested));
}

function requestedOf({ project, objectId }: Caller, id: string) {
  return { depositId: id, projectId: project.id, request: objectId, isMerchant: true };
}

/** A retry gets the response of the earlier request, even if that response was lost or is still pending. */
async function decide(
  app: App,
  { project, objectId, id }: Caller & { readonly id: string },
  act: () => Promise<unknown>,
): Promise<PresentedCoinDeposit> {
  const before = await findCoinDeposit(app.db, project.id, id);
  if (before === null) throw notFound();
  if (before.decision_facts?.request === objectId) return presentCoinDeposit(app, before);
  try {
    await act();
  } catch (error) {
    if (!(error instanceof RepeatedDecision)) throw error;
  }
  const after = await findCoinDeposit(app.db, project.id, id);
  return presentCoinDeposit(app, defined(after, 'what was decided on is shown'));
}
