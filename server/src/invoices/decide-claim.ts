// The merchant's decision about a refund claim that has an address. An approval pays it as any other refund of a
// completed invoice: the policy and approvals of withdrawals apply.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { AppError, apiError, invalid, notFound, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { isWithin } from '../core/pricing/refund-shares.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { mayKeyPayOut } from '../projects/api-keys.ts';
import type { Project } from '../projects/project.ts';
import type { ReturnRoute } from '../withdrawals/send-back.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import {
  type ClaimRow,
  decideClaim,
  findClaim,
  lockClaim,
  locked,
  sharesOfClaim,
  wrongStatus,
} from './claims.ts';
import type { ClaimCaller } from './create-claim.ts';
import { refundWithin } from './refund.ts';
import { findRouteOf, payRefund, storeRefund } from './refund-completed.ts';
import { currenciesOf } from './refund-row.ts';
import { BY_RULE, type RefundRule, ruleOf, valueWithin } from './refund-rule.ts';
import { lockCompleted, refundableOf } from './refundable.ts';
import { reportClaim } from './report-claim.ts';
import { requestablePrice } from './requestable.ts';
import { findInvoice, lockInvoices } from './store-invoices.ts';

/**
 * An approved claim is returned unchanged. Errors: 403 without the permission, 404, 422 `invalid_status` unless it is
 * claimed, and those of a refund (refund-completed.ts). After an error, it is still claimed.
 */
export async function approveClaim(app: App, caller: ClaimCaller, id: string): Promise<ClaimRow> {
  insistOnPayout(caller);
  const { project } = caller;
  const claim = await findClaim(app.db, project.id, id);
  if (claim === null) throw notFound();
  if (claim.status === 'approved') return claim;
  if (claim.status !== 'claimed') throw wrongStatus(claim, new Date(app.clock.now()));
  const invoice = defined(await findInvoice(app.db, project.id, claim.invoice_id), 'its invoice');
  const route = await findRouteOf(app, invoice, defined(claim.address, 'claimed'));
  const approving = { caller, id, invoiceId: invoice.id, route, limits: null };
  const refusal = await app.db.transaction((tx) => approveWithin(tx, approving));
  if (refusal !== null) throw refusal;
  return locked(await findClaim(app.db, project.id, id));
}

/**
 * Approves a link whose payer has just entered an address, if the rule of the project allows it. Otherwise, and after a
 * refusal or a crash, it stays claimed, and a person decides.
 */
export async function approveByRule(app: App, project: Project, claim: ClaimRow): Promise<void> {
  const limits = claim.may_be_automatic ? ruleOf(app, project) : null;
  if (limits === null || claim.status !== 'claimed') return;
  const { id, invoice_id: invoiceId } = claim;
  try {
    const invoice = defined(await findInvoice(app.db, project.id, invoiceId), 'its invoice');
    const route = await findRouteOf(app, invoice, defined(claim.address, 'claimed'));
    const caller = { project, objectId: id, apiKey: claim.created_by, mayPayOut: true };
    const approving = { caller, id, invoiceId, route, limits };
    const refusal = await app.db.transaction((tx) => approveWithin(tx, approving));
    if (refusal !== null) throw refusal;
  } catch (error) {
    if (error !== LEFT && !(error instanceof AppError)) throw error;
    app.log.info({ err: error, claim_id: id }, 'refund link left to a person');
  }
}

/** Above a limit, or the key was revoked. Rolls back what the approval has done so far. */
const LEFT = new Error('the rule leaves this refund to a person');

interface Approving {
  readonly caller: ClaimCaller;
  readonly id: string;
  readonly invoiceId: string;
  readonly route: ReturnRoute;
  /** Of the rule that approves it. Null: a person does. */
  readonly limits: RefundRule | null;
}

/** A refusal is returned, so that the policy journal of this transaction keeps it. */
async function approveWithin(tx: Tx, approving: Approving): Promise<AppError | null> {
  const { caller, id, invoiceId, route, limits } = approving;
  const { project, apiKey } = caller;
  await lockLedger(tx, project.id);
  const claim = locked(await lockClaim(tx, project.id, id));
  if (claim.status === 'approved') return null;
  if (claim.status !== 'claimed') throw wrongStatus(claim, tx.now);
  const [current] = await lockInvoices(tx, project.id, [invoiceId]);
  // Only what a payer asked for: a link is of a completed invoice.
  if (current?.status === 'unresolved' && claim.origin === 'request') {
    await resolveAsked(tx, { ...approving, claim });
    return null;
  }
  if (limits !== null && !(await mayKeyPayOut(tx, project.id, claim.created_by))) throw LEFT;
  const invoice = await lockCompleted(tx, { projectId: project.id, invoiceId });
  const shares = sharesOfClaim(claim);
  // A link has reserved its shares, so it fails only after a reorganization.
  const { left } = await refundableOf(tx, invoice, claim.origin === 'link' ? shares : undefined);
  if (!isWithin(shares, left)) return invalid(rule.atMost('amount', '0.0'));
  if (claim.origin === 'request') {
    const most = await requestablePrice(tx, tx.instance, invoice);
    const { price } = currenciesOf(tx.instance, invoice);
    if (shares.price > most) return invalid(rule.atMost('amount', formatAmount(most, price)));
  }
  const paying = { id, project, invoice, shares, rate: claim.rate_of, route, apiKey };
  const withdrawal = await payRefund(tx, paying);
  if (withdrawal instanceof AppError) return withdrawal;
  const by = limits === null ? apiKey : BY_RULE;
  const ruleValue = limits && (await valueWithin(tx, limits, chargeOf(project.id, withdrawal)));
  if (limits !== null && ruleValue === null) throw LEFT;
  // Before the refund, which counts from now on.
  await decideClaim(tx, claim, { status: 'approved', by, reason: null, ruleValue });
  await storeRefund(tx, paying, withdrawal);
  await reportClaim(tx, { projectId: project.id, id }, 'approved');
  return null;
}

const chargeOf = (
  projectId: string,
  { charged_amount: amount, charged_currency: currency }: WithdrawalRow,
) => ({ projectId, amount, currency });

/** What a payer asked for: the usual resolution of an unresolved invoice, with its checks. */
async function resolveAsked(
  tx: Tx,
  { caller, id, invoiceId, route, claim }: Approving & { claim: ClaimRow },
): Promise<void> {
  const projectId = caller.project.id;
  // First: the resolution ends the requests that are still open.
  await decideClaim(tx, claim, { status: 'approved', by: caller.apiKey, reason: null });
  const requested = { invoice_id: invoiceId, address: defined(claim.address, 'claimed') };
  defined(await refundWithin(tx, { caller: { ...caller, objectId: id }, requested, route }), 'new');
  await reportClaim(tx, { projectId, id }, 'approved');
}

/** A declined claim is returned unchanged. Errors: 403, 404, 422 `invalid_status` unless it is claimed. */
export async function declineClaim(
  app: App,
  caller: ClaimCaller,
  { id, reason }: { id: string; reason: string | null },
): Promise<ClaimRow> {
  insistOnPayout(caller);
  const projectId = caller.project.id;
  if ((await findClaim(app.db, projectId, id)) === null) throw notFound();
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const claim = locked(await lockClaim(tx, projectId, id));
    if (claim.status === 'declined') return;
    if (claim.status !== 'claimed') throw wrongStatus(claim, tx.now);
    await decideClaim(tx, claim, { status: 'declined', by: caller.apiKey, reason });
    await reportClaim(tx, { projectId, id }, 'declined');
  });
  return locked(await findClaim(app.db, projectId, id));
}

function insistOnPayout({ mayPayOut }: ClaimCaller): void {
  if (!mayPayOut) throw apiError('unauthorized', {}, { log: { missing: 'payout' } });
}
