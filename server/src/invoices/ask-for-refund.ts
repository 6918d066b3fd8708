// A payer asks for a refund on the page of a payment that is underpaid, late or overpaid, of a part of a checkout that
// has expired, of the surplus of a completed one, or again of a refund whose payout was canceled. Anyone who has the
// page can ask, so a request moves nothing: the merchant sees its address and decides (docs/decisions/0217, 0226).
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { MINUTE } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { shareOf } from '../core/pricing/payment.ts';
import type { Shares } from '../core/pricing/refund-shares.ts';
import { newIdOf } from '../core/slots.ts';
import { firstRow, type Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { offersRefunds, type Project } from '../projects/project.ts';
import type { RefundRate } from '../withdrawals/plan-refund.ts';
import { costOfReturn } from '../withdrawals/send-back.ts';
import {
  type ClaimRow,
  findClaim,
  findClaimByToken,
  insertClaim,
  lockClaim,
  locked,
  requestsOf,
} from './claims.ts';
import { endRequest } from './end-requests.ts';
import { invalidStatus, lockUnresolved } from './finish.ts';
import { priceRow } from './refund.ts';
import { reportClaim } from './report-claim.ts';
import { type Requestable, requestableOf } from './requestable.ts';
import { type InvoiceRow, lockInvoices } from './store-invoices.ts';
import { type ClaimPreview, previewAt } from './take-claim.ts';

/** Requests per payment. After that, only the merchant can help. */
const REQUESTS_MAX = 5;
/** How old the ID of a form may be. */
const FORM_AGE_MAX = 1440 * MINUTE;
const CREATED_BY = 'payer';
const EXPIRES_AFTER = 30 * 1440 * MINUTE;

export interface RefundOffer {
  readonly isOffered: boolean;
  /** The request that waits for the merchant. */
  readonly open: ClaimRow | null;
  /** Of a completed invoice. Null: the payment bought nothing. */
  readonly requestable: Requestable | null;
}

const NOTHING: RefundOffer = { isOffered: false, open: null, requestable: null };

interface RequestContext {
  readonly invoice: InvoiceRow;
  readonly project: Project;
}

/** What the page of an invoice offers. Reads nothing for invoices that are open. */
export async function refundOfferOf(
  sql: Sql,
  instance: Instance,
  { invoice, project }: RequestContext,
): Promise<RefundOffer> {
  const isCompleted = invoice.status === 'completed';
  if (!isCompleted && !(await isUnsettled(sql, invoice))) return NOTHING;
  const requests = await requestsOf(sql, invoice);
  const open = requests.find(({ status }) => status === 'claimed') ?? null;
  const mayAsk = offersRefunds(project) && open === null && requests.length < REQUESTS_MAX;
  if (!mayAsk || !isCompleted) return { isOffered: mayAsk, open, requestable: null };
  const requestable = await requestableOf(sql, instance, invoice);
  const isOffered = requestable !== null && isWorthSending(instance, invoice, requestable);
  return { isOffered, open, requestable };
}

/** Wallets round, so a surplus can be smaller than the network fee. */
function isWorthSending(instance: Instance, invoice: InvoiceRow, { why, shares }: Requestable) {
  if (why !== 'surplus') return true;
  const coin = defined(instance.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const { networkFee, received } = costOfReturn(instance, coin, shares.paid);
  return networkFee === null || received !== null;
}

/** Not completed: money that arrived and bought nothing. While a checkout is open, it still counts toward the price. */
async function isUnsettled(sql: Sql, invoice: InvoiceRow): Promise<boolean> {
  const { status, status_context: context, checkout_id: checkoutId } = invoice;
  if (status !== 'unresolved' || context === 'illicit_resource') return false;
  if (checkoutId === null) return true;
  const checkout = await firstRow(
    sql.query<{ status: string }>(
      'select status from checkouts where project_id = $1 and id = $2',
      [invoice.project_id, checkoutId],
    ),
  );
  return ['expired', 'cancelled', 'completed'].includes(checkout?.status ?? '');
}

interface Asked {
  readonly shares: Shares;
  readonly rate: RefundRate;
}

/** What would arrive now. Errors: those of `previewClaim`, and 422 `invalid_status`. */
export async function previewRequest(
  app: App,
  { invoice, project }: RequestContext,
  address: string,
): Promise<ClaimPreview> {
  const { shares, rate } = await askedNow(app, { invoice, project });
  return previewAt(app, { invoice, project, shares, rate }, address);
}

/** What can be returned: all, or what was paid too much, or again what could not be sent. Less its fees. */
export function askedNow(app: App, { invoice, project }: RequestContext): Promise<Asked> {
  return app.db.transaction((tx) => askedWithin(tx, project, invoice));
}

async function askedWithin(tx: Tx, project: Project, invoice: InvoiceRow): Promise<Asked> {
  if (invoice.status !== 'unresolved') {
    const requestable = await requestableOf(tx, tx.instance, invoice);
    if (requestable === null) throw invalidStatus(invoice);
    return requestable;
  }
  const ids = { projectId: project.id, invoiceId: invoice.id };
  const found = await lockUnresolved(tx, ids);
  const { price } = priceRow(tx, project, { found, id: invoice.id });
  const shares = { paid: price.amount, price: shareOf(found.invoice, price.amount) };
  return { shares, rate: 'then' };
}

/** The ID of a form, which makes a second press the same request. */
export function newRequestId(app: App, project: Project): string {
  return newIdOf(project.id, app);
}

export interface AskedRefund extends RequestContext {
  /** From the form. */
  readonly id: string;
  readonly address: string;
}

/** Null: it is not offered (anymore). Errors: those of `previewRequest`. */
export async function askForRefund(app: App, asked: AskedRefund): Promise<ClaimRow | null> {
  const { invoice, project } = asked;
  const id = isRecent(app, asked.id) ? asked.id.toLowerCase() : newRequestId(app, project);
  const earlier = await findClaim(app.db, project.id, id);
  if (earlier !== null) return isOwn(earlier, invoice) ? earlier : null;
  if (!(await refundOfferOf(app.db, app, asked)).isOffered) return null;
  const preview = await previewRequest(app, asked, asked.address);
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const [row] = await lockInvoices(tx, project.id, [invoice.id]);
    if (row === undefined || (await findClaim(tx, project.id, id)) !== null) return;
    const now = { invoice: row, project };
    if (!(await refundOfferOf(tx, tx.instance, now)).isOffered) return;
    await insertClaim(tx, {
      projectId: project.id,
      id,
      invoiceId: row.id,
      ...(await askedWithin(tx, project, row)),
      createdBy: CREATED_BY,
      mayBeAutomatic: false,
      expiresAt: new Date(tx.now.getTime() + EXPIRES_AFTER),
      address: preview.address,
    });
    await reportClaim(tx, { projectId: project.id, id }, 'claimed');
  });
  const claim = await findClaim(app.db, project.id, id);
  return claim !== null && isOwn(claim, invoice) ? claim : null;
}

function isOwn({ origin, invoice_id: id }: ClaimRow, invoice: InvoiceRow): boolean {
  return origin === 'request' && id === invoice.id;
}

const TIME_DIGITS = 12;

/** It places the request in lists, so it must not come from another time. */
function isRecent({ clock }: App, id: string): boolean {
  if (!isUuid(id)) return false;
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16);
  return Math.abs(clock.now() - time) < FORM_AGE_MAX;
}

/** By the payer, who has its link. One that was decided is returned unchanged. Errors: 404, 422 `invalid_status`. */
export async function withdrawRequest(app: App, token: string): Promise<void> {
  const found = await findClaimByToken(app.db, token);
  if (found === null || found.origin !== 'request') throw notFound();
  await app.db.transaction(async (tx) => {
    await lockLedger(tx, found.project_id);
    const claim = locked(await lockClaim(tx, found.project_id, found.id));
    if (claim.status === 'claimed') await endRequest(tx, claim, CREATED_BY);
  });
}
