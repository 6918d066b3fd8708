// The email that requests a payment, in the project's language. Content from the merchant is inserted only as text,
// never as markup, a link or a header.
import type { App, Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { apiError, notFound } from '../core/errors.ts';
import { escapeText, LINK_BREAK, unlinkedLine, unlinkedText } from '../core/escape-text.ts';
import { type Locale, languageTag } from '../core/languages.ts';
import { type Currency, formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { AGAIN, hurryMails, insistOnAgainCaps, type NewMail, queueMail } from '../mails/outbox.ts';
import { mailLanguageOf, merchantOf, type Project } from '../projects/project.ts';
import { pageUrl } from './present.ts';
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

function composeMail(instance: Instance, project: Project, row: SubscriptionRow): NewMail {
  const locale = mailLanguageOf(project);
  const texts = textsOf('subscription-mail', locale);
  const { name, contact } = merchantOf(project);
  const currency = defined(instance.currencies.get(row.currency), 'currency is registered');
  const values = {
    name: unlinkedLine(row.payer_name ?? ''),
    merchant: unlinkedLine(name ?? project.name),
    product: unlinkedLine(row.product_name ?? row.name),
    amount: amountText(row.amount, currency, locale),
    due: dateText(row.current_period_ends_at, locale),
    contact: contact ?? '',
  };
  const mailTexts: MailTexts = {
    tag: languageTag(locale),
    title: texts.title,
    greeting: row.payer_name === null ? texts.greeting : texts.greetingByName(values),
    request: texts.request(values),
    description: row.product_description === null ? null : unlinkedText(row.product_description),
    pay: texts.pay(values),
    link: pageUrl(instance, row),
    notes: [texts.how, texts.why, ...(contact === null ? [] : [texts.questions(values)])],
  };
  return {
    projectId: row.project_id,
    referenceId: row.id,
    purpose: `period ${row.period_index}`,
    to: row.payer_email,
    // Email clients do not create links in subjects.
    subject: texts.subject(values).replaceAll(LINK_BREAK, ''),
    text: plainText(mailTexts),
    html: htmlText(mailTexts),
  };
}

interface MailTexts {
  readonly tag: string;
  readonly title: string;
  readonly greeting: string;
  readonly request: string;
  readonly description: string | null;
  readonly pay: string;
  readonly link: string;
  /** One item per paragraph. */
  readonly notes: readonly string[];
}

function plainText({ greeting, request, description, link, notes }: MailTexts): string {
  const paragraphs = [greeting, request, description, link, ...notes];
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`;
}

function htmlText({
  tag,
  title,
  greeting,
  request,
  description,
  pay,
  link,
  notes,
}: MailTexts): string {
  const p = (text: string) => `<p>${escapeText(text).replaceAll(/\r?\n/g, '<br>')}</p>`;
  return [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><title>${escapeText(title)}</title></head>`,
    '<body style="font-family:sans-serif;max-width:36em;margin:1em auto;padding:0 1em">',
    p(greeting),
    p(request),
    description === null ? '' : p(description),
    `<p><a href="${escapeText(link)}" style="display:inline-block;padding:.75em 1.25em;border-radius:.5em;background:#1d4ed8;color:#fff;text-decoration:none">${escapeText(pay)}</a></p>`,
    `<p><a href="${escapeText(link)}">${escapeText(link)}</a></p>`,
    ...notes.map(p),
    '</body></html>\n',
  ].join('');
}

/** `1,234.50 EUR`, `0.001 BTC`. Exact: Intl formats decimal strings without conversion. */
function amountText(amount: bigint, currency: Currency, locale: Locale): string {
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
