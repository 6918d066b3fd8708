// The email that requests a payment, in the project's language, or the donor's. Content from the merchant is inserted
// only as text, never as markup, a link or a header.
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { apiError, notFound } from '../core/errors.ts';
import { LINK_BREAK, unlinkedLine, unlinkedText } from '../core/escape-text.ts';
import { type Locale, languageTag } from '../core/languages.ts';
import { type Currency, formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { mailBodies } from '../mails/layout.ts';
import { AGAIN, hurryMails, insistOnAgainCaps, type NewMail, queueMail } from '../mails/outbox.ts';
import { brandOf } from '../projects/brand.ts';
import { mailLogoOf, mailLookOf } from '../projects/mail-look.ts';
import { mailLanguageOf, type Project } from '../projects/project.ts';
import { pageUrl } from './present.ts';
import { reminderUrl, stopReminderUrl } from './reminder-link.ts';
import { lockSubscriptions, type SubscriptionRow } from './store-subscriptions.ts';

/** One email per period. */
export async function requestPayment(
  tx: Tx,
  { project, row }: { project: Project; row: SubscriptionRow },
): Promise<void> {
  await queueMail(tx, composeMail(tx.instance, project, row));
}

/** Sends a reminder as a separate email. */
async function requestPaymentAgain(
  tx: Tx,
  { project, row }: { project: Project; row: SubscriptionRow },
): Promise<void> {
  await queueMail(tx, {
    ...composeMail(tx.instance, project, row),
    purpose: `${AGAIN}${tx.newId()}`,
  });
}

export type MailedSubscription = Pick<
  SubscriptionRow,
  | 'id'
  | 'project_id'
  | 'name'
  | 'payer_name'
  | 'payer_email'
  | 'product_name'
  | 'product_description'
  | 'amount'
  | 'currency'
  | 'current_period_ends_at'
  | 'period_index'
  | 'payment_link_id'
  | 'language'
>;

/** Also for the preview of the brand. */
export function composeMail(
  instance: Instance,
  project: Project,
  row: MailedSubscription,
): NewMail {
  const brand = brandOf(project);
  const locale = row.language ?? mailLanguageOf(project);
  const texts = textsOf('subscription-mail', locale);
  const { name, contact } = brand;
  const currency = defined(instance.currencies.get(row.currency), 'currency is registered');
  const values = {
    name: unlinkedLine(row.payer_name ?? ''),
    merchant: unlinkedLine(name ?? project.name),
    product: unlinkedLine(row.product_name ?? row.name),
    amount: amountText(row.amount, currency, locale),
    due: dateText(row.current_period_ends_at, locale),
    contact: contact ?? '',
  };
  const words = row.payment_link_id === null ? texts : texts.reminder;
  const subject = words.subject(values).replaceAll(LINK_BREAK, '');
  const { product_description: description } = row;
  const bodies = mailBodies({
    tag: languageTag(locale),
    title: texts.title,
    brand: values.merchant,
    look: mailLookOf(brand, locale),
    parts: [
      row.payer_name === null ? texts.greeting : texts.greetingByName(values),
      words.request(values),
      ...(description === null ? [] : [unlinkedText(description)]),
    ],
    button: { text: texts.pay(values), link: pageUrl(instance, row) },
    notes: [texts.how, words.why, ...(contact === null ? [] : [texts.questions(values)])],
    footer:
      row.payment_link_id === null
        ? []
        : [{ text: texts.reminder.stop, link: reminderUrl(instance, row) }],
  });
  return {
    projectId: row.project_id,
    referenceId: row.id,
    purpose: `period ${row.period_index}`,
    to: row.payer_email,
    // Email clients do not create links in subjects.
    subject,
    text: bodies.text,
    html: bodies.html,
    senderName: brand.mailSender,
    logoName: mailLogoOf(brand)?.name ?? null,
    unsubscribe: row.payment_link_id === null ? null : stopReminderUrl(instance, row),
  };
}

/** `1,234.50 EUR`, `0.001 BTC`. Exact: Intl formats decimal strings without conversion. */
export function amountText(amount: bigint, currency: Currency, locale: Locale): string {
  const format = new Intl.NumberFormat(languageTag(locale), {
    minimumFractionDigits: currency.kind === 'fiat' ? currency.precision : 0,
    maximumFractionDigits: 20,
  });
  return `${format.format(formatAmount(amount, currency) as `${number}`)} ${currency.code}`;
}

/** In English too, the day comes before the month. */
function dateText(time: Date, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : languageTag(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}

/**
 * Immediately sends an email that waits for a retry. Errors: 404; 422 `invalid_status` when nothing is due or no email
 * can be sent; 429 `rate_limit_exceeded`.
 */
export function sendAgain(app: App, project: Project, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const [row] = await lockSubscriptions(tx, project.id, [id]);
    if (row === undefined) throw notFound();
    refusePointless(app, row);
    if (await hurryMails(tx, { projectId: project.id, referenceId: id })) return;
    await insistOnAgainCaps(tx, { projectId: project.id, to: row.payer_email });
    await requestPaymentAgain(tx, { project, row });
  });
}

function refusePointless({ config }: App, row: SubscriptionRow): void {
  if (row.status !== 'active') throw apiError('invalid_status.subscription_inactive');
  if (row.current_period_paid) throw apiError('invalid_status.period_paid');
  if (config.smtpUrl === null) throw apiError('invalid_status.no_mail_server');
}
