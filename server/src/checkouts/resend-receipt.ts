// Sends the receipt of a completed checkout again: for its payer, on the page of the receipt, and for people of the
// project. Always to the address that is stored with the checkout.
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { DAY, MINUTE } from '../core/clock.ts';
import { apiError, notFound } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import {
  AGAIN,
  BY_RECIPIENT,
  countRepeats,
  hurryMails,
  insistOnAgainCaps,
  insistOnMailboxCaps,
  type MailRow,
  newestMail,
  queueMail,
} from '../mails/outbox.ts';
import { loadProject, mailsReceipts, type Project } from '../projects/project.ts';
import { progressOf } from './progress.ts';
import { hasReceipt } from './receipt.ts';
import { composeReceipt } from './receipt-mail.ts';
import { type CheckoutRow, findCheckoutById, keepPayer, lockCheckouts } from './store-checkouts.ts';

/** Per checkout and day, by its payer. */
const BY_PAYER_MAX = 3;
/** Pressed again within this time, a button has sent one email. */
const ONE_PRESS = MINUTE;

/** What the payer sees of it. */
export interface ReceiptEmail {
  readonly to: string;
  readonly status: 'pending' | 'sent' | 'failed';
  /** False: sent as often as it can be today. */
  readonly canRepeat: boolean;
}

/** Null: nothing was mailed, or nothing is mailed any more. */
export async function receiptEmailOf(
  sql: Sql,
  { config }: Instance,
  { project, row, now }: { project: Project; row: CheckoutRow; now: Date },
): Promise<ReceiptEmail | null> {
  const { payer_email: to } = row;
  if (to === null || !hasReceipt(row) || config.smtpUrl === null || !mailsReceipts(project))
    return null;
  const about = aboutOf(row);
  const mail = await newestMail(sql, about);
  if (mail === null || mail.status === 'withdrawn') return null;
  const repeats = await countRepeats(sql, about, new Date(now.getTime() - DAY));
  return { to, status: mail.status, canRepeat: repeats < BY_PAYER_MAX };
}

/**
 * In the language of the page. Nothing is sent when the page offers nothing. Errors: 404; 429 `rate_limit_exceeded`.
 */
export async function repeatForPayer(app: App, id: string, language: Locale): Promise<void> {
  const seen = await findCheckoutById(app.db, id);
  if (seen === null || !hasReceipt(seen)) throw notFound();
  const project = defined(await loadProject(app.db, seen.project_id), 'its project exists');
  await app.db.transaction(async (tx) => {
    const row = await lockOne(tx, seen);
    const offer = await receiptEmailOf(tx, tx.instance, { project, row, now: tx.now });
    if (offer === null || offer.status === 'pending' || !offer.canRepeat) return;
    if (await isJustSent(tx, row)) return;
    await insistOnMailboxCaps(tx, { projectId: project.id, to: offer.to });
    const inLanguage = { ...row, payer_language: language };
    await keepPayer(tx, inLanguage);
    await queueAgain(tx, { project, row: inLanguage, prefix: BY_RECIPIENT });
  });
}

/**
 * For a person. Immediately sends an email that waits for a retry. Errors: 404; 422 `invalid_status` when there is no
 * receipt, no address or no mail server; 429 `rate_limit_exceeded`.
 */
export function resendReceipt(app: App, project: Project, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const row = await lockOne(tx, { project_id: project.id, id });
    if (!hasReceipt(row)) throw apiError('invalid_status.no_receipt');
    const { payer_email: to } = row;
    if (to === null) throw apiError('invalid_status.no_payer_email');
    if (tx.instance.config.smtpUrl === null) throw apiError('invalid_status.no_mail_server');
    if (await hurryMails(tx, aboutOf(row))) return;
    if (await isJustSent(tx, row)) return;
    await insistOnAgainCaps(tx, { projectId: project.id, to });
    await queueAgain(tx, { project, row, prefix: AGAIN });
  });
}

const aboutOf = ({ project_id: projectId, id }: Pick<CheckoutRow, 'project_id' | 'id'>) => ({
  projectId,
  referenceId: id,
});

/** One press at a time. Errors: 404. */
async function lockOne(
  tx: Tx,
  { project_id: projectId, id }: Pick<CheckoutRow, 'project_id' | 'id'>,
): Promise<CheckoutRow> {
  await lockLedger(tx, projectId);
  const [row] = await lockCheckouts(tx, projectId, [id]);
  if (row === undefined) throw notFound();
  return row;
}

/** A failed email can be repeated at once. */
async function isJustSent(tx: Tx, row: CheckoutRow): Promise<boolean> {
  const mail: MailRow | null = await newestMail(tx, aboutOf(row));
  if (mail === null || mail.status === 'failed') return false;
  return mail.created_at.getTime() > tx.now.getTime() - ONE_PRESS;
}

async function queueAgain(
  tx: Tx,
  { project, row, prefix }: { project: Project; row: CheckoutRow; prefix: string },
): Promise<void> {
  const [progress] = await progressOf(tx, tx.instance, [row]);
  const mail = composeReceipt(tx.instance, project, defined(progress ?? null, 'one for each'));
  await queueMail(tx, { ...mail, purpose: `${prefix}${tx.newId()}` });
}
