// What the payer does with a refund claim: enters an address, sees what arrives there, and requests the refund.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { Shares } from '../core/pricing/refund-shares.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { type RefundRate, refundPrice } from '../withdrawals/plan-refund.ts';
import { receivedOf } from '../withdrawals/send-back.ts';
import {
  type ClaimRow,
  claimFor,
  claimStatus,
  findClaimByToken,
  lockClaim,
  locked,
  sharesOfClaim,
} from './claims.ts';
import { approveByRule } from './decide-claim.ts';
import { findRouteOf } from './refund-completed.ts';
import { quoteRefund } from './refund-quote.ts';
import { reportClaim } from './report-claim.ts';
import { findInvoice, type InvoiceRow } from './store-invoices.ts';

export interface ClaimPreview {
  /** In the API's format. */
  readonly address: string;
  /** In the coin's smallest unit, at the current rate and network fee. */
  readonly networkFee: bigint;
  readonly received: bigint;
  /** What the account pays, with the processing fee. Of an unresolved invoice, what the payments pay, in the coin. */
  readonly charged: bigint;
  /** The processing fee that the payer bears, in the coin: only of an unresolved invoice. */
  readonly fee: bigint;
  readonly isFromPayment: boolean;
}

/**
 * What would arrive now. Errors: 422 `invalid` (not an address of the coin and network, without its tag, unspendable,
 * or one of ours), `high_risk_address`, `refund_too_small`, 503.
 */
export async function previewClaim(
  app: App,
  claim: ClaimRow,
  address: string,
): Promise<ClaimPreview> {
  const { project_id: projectId, rate_of: rate } = claim;
  const invoice = defined(await findInvoice(app.db, projectId, claim.invoice_id), 'its invoice');
  const project = await projectOf(app, claim);
  return previewAt(app, { invoice, project, shares: sharesOfClaim(claim), rate }, address);
}

async function projectOf(app: App, { project_id: id }: ClaimRow): Promise<Project> {
  return defined(await loadProject(app.db, id), 'its project');
}

interface Previewed {
  readonly invoice: InvoiceRow;
  readonly project: Project;
  /** Of an unresolved invoice, what its payments are at the moment. */
  readonly shares: Shares;
  readonly rate: RefundRate;
}

/** Like `previewClaim`. Of an unresolved invoice also 422 `invalid_status`. */
export async function previewAt(
  app: App,
  priced: Previewed,
  address: string,
): Promise<ClaimPreview> {
  const { invoice } = priced;
  const route = await findRouteOf(app, invoice, address);
  const shown = route.coin.formatAddress(route.destination);
  if (invoice.status === 'unresolved') {
    const { price } = await quoteRefund(app, invoice.id);
    const { networkFee } = route;
    const received = receivedOf(app, route, price.credit);
    const { amount: charged, fee } = price;
    return { address: shown, networkFee, received, charged, fee, isFromPayment: true };
  }
  const { networkFee, received, charged } = refundPrice(app, { ...priced, route });
  return { address: shown, networkFee, received, charged, fee: 0n, isFromPayment: false };
}

/**
 * The first address stays. A claim that is no longer open is returned unchanged. Errors: 404 for an unknown token, and
 * those of `previewClaim`.
 */
export async function takeClaim(app: App, token: string, address: string): Promise<ClaimRow> {
  const found = await findClaimByToken(app.db, token);
  if (found === null) throw notFound();
  if (claimStatus(found, new Date(app.clock.now())) !== 'open') return found;
  const preview = await previewClaim(app, found, address);
  const isTaken = await app.db.transaction(async (tx) => {
    await lockLedger(tx, found.project_id);
    const claim = locked(await lockClaim(tx, found.project_id, found.id));
    if (claimStatus(claim, tx.now) !== 'open') return false;
    await claimFor(tx, claim, preview.address);
    await reportClaim(tx, { projectId: claim.project_id, id: claim.id }, 'claimed');
    return true;
  });
  const claimed = locked(await findClaimByToken(app.db, token));
  if (!isTaken) return claimed;
  await approveByRule(app, await projectOf(app, claimed), claimed);
  return locked(await findClaimByToken(app.db, token));
}
