// Makes a refund of a completed invoice as a link, and revokes it.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import type { RefundRate } from '../withdrawals/plan-refund.ts';
import {
  type ClaimRow,
  claimStatus,
  decideClaim,
  findClaim,
  insertClaim,
  lockClaim,
  locked,
  wrongStatus,
} from './claims.ts';
import {
  lockCompleted,
  notCompleted,
  readWanted,
  takeShares,
  type WantedRefund,
} from './refundable.ts';
import { reportClaim } from './report-claim.ts';
import { findInvoice } from './store-invoices.ts';

export interface ClaimCaller {
  readonly project: Project;
  readonly objectId: string;
  /** The API key or person. */
  readonly apiKey: string;
  readonly mayPayOut: boolean;
}

export interface WantedClaim extends WantedRefund {
  readonly invoice_id: string;
  /** Default: `then`. */
  readonly rate?: RefundRate | undefined;
  /** Seconds. */
  readonly expires_in?: number | undefined;
}

const CLAIM_SECONDS = 30 * 86_400;

/** A repeated request returns the first claim. Errors: 404, 422 `invalid`, `invalid_status`. */
export async function createClaim(
  app: App,
  caller: ClaimCaller,
  requested: WantedClaim,
): Promise<ClaimRow> {
  const { project, objectId: id } = caller;
  const earlier = await findClaim(app.db, project.id, id);
  if (earlier !== null) return earlier;
  const invoice = await findInvoice(app.db, project.id, requested.invoice_id);
  if (invoice === null) throw notFound();
  if (invoice.status !== 'completed') throw notCompleted(invoice);
  const wanted = readWanted(app, invoice, requested);
  const seconds = requested.expires_in ?? CLAIM_SECONDS;
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    if ((await findClaim(tx, project.id, id)) !== null) return;
    const ids = { projectId: project.id, invoiceId: invoice.id };
    const shares = await takeShares(tx, await lockCompleted(tx, ids), wanted);
    const expiresAt = new Date(tx.now.getTime() + seconds * SECOND);
    const rate = requested.rate ?? 'then';
    await insertClaim(tx, {
      ...ids,
      id,
      shares,
      rate,
      createdBy: caller.apiKey,
      mayBeAutomatic: caller.mayPayOut && !isPerson(caller),
      expiresAt,
    });
  });
  return locked(await findClaim(app.db, project.id, id));
}

/** Without a step-up, a person's session must not send money. */
function isPerson({ apiKey }: ClaimCaller): boolean {
  return apiKey.startsWith('user:');
}

/** Only until the payer has entered an address. A revoked one is returned. Errors: 404, 422 `invalid_status`. */
export async function revokeClaim(app: App, caller: ClaimCaller, id: string): Promise<ClaimRow> {
  const projectId = caller.project.id;
  if ((await findClaim(app.db, projectId, id)) === null) throw notFound();
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const claim = locked(await lockClaim(tx, projectId, id));
    if (claim.status === 'revoked') return;
    if (claimStatus(claim, tx.now) !== 'open') throw wrongStatus(claim, tx.now);
    await decideClaim(tx, claim, { status: 'revoked', by: caller.apiKey, reason: null });
    await reportClaim(tx, { projectId, id }, 'revoked');
  });
  return locked(await findClaim(app.db, projectId, id));
}
