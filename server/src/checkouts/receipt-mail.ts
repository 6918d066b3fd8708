// The email with the receipt of a completed checkout, in the payer's language. Stored in the transaction that completes
// the checkout, once. Content from the merchant is inserted only as text, never as markup, a link or a header.

import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { LINK_BREAK, trimTrailing, unlinkedLine } from '../core/escape-text.ts';
import { type Locale, languageTag } from '../core/languages.ts';
import { payerSite } from '../core/payer-site.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Tx } from '../db/tx.ts';
import { mailBodies } from '../mails/layout.ts';
import { hasRoomInMailbox, type NewMail, queueMail } from '../mails/outbox.ts';
import { brandOf } from '../projects/brand.ts';
import { mailLogoOf, mailLookOf } from '../projects/mail-look.ts';
import { loadProject, mailLanguageOf, mailsReceipts, type Project } from '../projects/project.ts';
import type { Progress } from './progress.ts';
import {
  hasReceipt,
  type Receipt,
  type ReceiptPayment,
  type ReceiptPrice,
  receiptOf,
} from './receipt.ts';

/** Of checkouts of one project that are completed now. */
export async function mailReceipts(
  tx: Tx,
  projectId: string,
  completed: readonly Progress[],
): Promise<void> {
  const wanted = completed.filter(
    ({ checkout }) => hasReceipt(checkout) && checkout.payer_email !== null,
  );
  if (wanted.length === 0 || tx.instance.config.smtpUrl === null) return;
  const project = defined(await loadProject(tx, projectId), 'its project exists');
  if (!mailsReceipts(project)) return;
  for (const progress of wanted) {
    const mail = composeReceipt(tx.instance, project, progress);
    if (await hasRoomInMailbox(tx, mail.to)) await queueMail(tx, mail);
  }
}

/** Queued once by the completion, and again on request (resend-receipt.ts). */
export function composeReceipt(instance: Instance, project: Project, progress: Progress): NewMail {
  const { checkout } = progress;
  return receiptMail(instance, project, {
    checkout,
    receipt: receiptOf(instance, progress),
    locale: checkout.language ?? checkout.payer_language ?? mailLanguageOf(project),
  });
}

interface MailedReceipt {
  readonly checkout: Pick<Progress['checkout'], 'project_id' | 'id' | 'payer_email'>;
  readonly receipt: Receipt;
  readonly locale: Locale;
}

/** Also for the preview of the brand. */
export function receiptMail(
  instance: Instance,
  project: Project,
  { checkout, receipt, locale }: MailedReceipt,
): NewMail {
  const brand = brandOf(project);
  const texts = textsOf('receipt-mail', locale);
  const { receipt: t } = textsOf('payment-page', locale).checkout;
  const values = {
    merchant: unlinkedLine(brand.name ?? project.name),
    amount: priceText(receipt.paid ?? receipt.price, locale),
    contact: brand.contact ?? '',
  };
  const bodies = mailBodies({
    tag: languageTag(locale),
    title: t.title,
    brand: values.merchant,
    look: mailLookOf(brand, locale),
    parts: [texts.received(values), ...receiptParts(receipt, locale)],
    button: { text: t.view, link: receiptUrl(instance, checkout, locale) },
    notes: [texts.why, ...(brand.contact === null ? [] : [texts.questions(values)])],
    footer: [],
  });
  return {
    projectId: checkout.project_id,
    referenceId: checkout.id,
    purpose: 'receipt',
    to: defined(checkout.payer_email, 'it is wanted'),
    // Email clients do not create links in subjects.
    subject: texts.subject(values).replaceAll(LINK_BREAK, ''),
    text: bodies.text,
    html: bodies.html,
    senderName: brand.mailSender,
    logoName: mailLogoOf(brand)?.name ?? null,
  };
}

function receiptUrl(
  instance: Instance,
  { project_id: projectId, id }: MailedReceipt['checkout'],
  locale: Locale,
) {
  return `${payerSite(instance, projectId)}/checkouts/${id}/receipt?locale=${locale}`;
}

/** Paragraphs: what was sold, the sums, and each payment. */
function receiptParts(receipt: Receipt, locale: Locale): string[] {
  const texts = textsOf('payment-page', locale);
  const { receipt: t } = texts.checkout;
  const line = (label: string, value: string) => `${label}${colonOf(locale)}${value}`;
  const items = receipt.items.map(({ kind, name, quantity, amount }) => {
    const pieces = quantity === 1 ? '' : `${quantity} × `;
    const { code, kind: unitKind } = receipt.unit;
    const sum = kind === 'discount' ? `-${amount}` : amount;
    const price = { amount: sum, currency: code, kind: unitKind };
    return line(`${pieces}${unlinkedLine(name)}`, priceText(price, locale));
  });
  const sums = [
    line(t.total, priceText(receipt.price, locale)),
    ...receipt.taxes.map(({ percent, tax }) =>
      line(t.taxIncluded({ percent: plain(percent) }), priceText(tax, locale)),
    ),
    ...(receipt.paid === null ? [] : [line(texts.received, priceText(receipt.paid, locale))]),
    line(t.issued, timeText(receipt.completedAt, locale)),
    line(t.number, receipt.number),
  ];
  const name = receipt.name === null ? [] : [unlinkedLine(receipt.name)];
  const paid = receipt.payments.map((payment) => paymentPart(payment, locale, line));
  return [...name, ...(items.length === 0 ? [] : [items.join('\n')]), sums.join('\n'), ...paid];
}

function paymentPart(
  { amount, currency, network, rate, seenAt, txid }: ReceiptPayment,
  locale: Locale,
  line: (label: string, value: string) => string,
): string {
  const texts = textsOf('payment-page', locale);
  const { receipt: t } = texts.checkout;
  return [
    line(t.paidWith, `${plain(amount)} ${currency}`),
    line(texts.network, network),
    ...(rate === null ? [] : [line(texts.rate, `1 ${currency} = ${priceText(rate, locale)}`)]),
    line(t.seen, timeText(seenAt, locale)),
    line(texts.refund.transaction, txid),
  ].join('\n');
}

const COLONS: Partial<Readonly<Record<Locale, string>>> = { fr: '\u00a0: ', ja: '：', zh: '：' };
const colonOf = (locale: Locale) => COLONS[locale] ?? ': ';

/** As on its page (`€49.90`, `49,90 €`). Exact: Intl formats decimal strings without conversion. */
function priceText({ amount, currency, kind }: ReceiptPrice, locale: Locale): string {
  if (kind === 'coin') return `${plain(amount)} ${currency}`;
  const format = new Intl.NumberFormat(languageTag(locale), {
    style: 'currency',
    currency,
    maximumFractionDigits: 20,
  });
  return format.format(amount as `${number}`);
}

function plain(amount: string): string {
  return amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;
}

function timeText(time: Date, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : languageTag(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}
