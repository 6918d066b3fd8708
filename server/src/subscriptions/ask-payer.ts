// The mail that asks the payer of a subscription for the payment of its present period: plain text, and the
// same as simple HTML. Whatever came from the merchant is text in it, never markup and never a header.
import type { Till } from '../app.ts';
import { known } from '../core/assert.ts';
import { escapeText, harmlessText } from '../core/escape-text.ts';
import { type Currency, formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { type NewMail, putMail } from '../mails/outbox.ts';
import type { Project } from '../projects/project.ts';
import { pageUrl } from './present.ts';
import type { SubscriptionRow } from './subscription.ts';

/** One mail for each period. */
export async function askPayer(
  tx: Tx,
  { project, row }: { project: Project; row: SubscriptionRow },
): Promise<void> {
  await putMail(tx, composeMail(tx.till, project, row));
}

function composeMail(till: Till, project: Project, row: SubscriptionRow): NewMail {
  const currency = known(till.currencies.get(row.currency), 'currency is registered');
  const words = {
    greeting: row.payer_name === null ? 'Hello,' : `Hello ${oneLine(row.payer_name)},`,
    merchant: oneLine(project.name),
    product: oneLine(row.product_name ?? row.name),
    description: row.product_description === null ? null : harmlessText(row.product_description),
    amount: amountText(row.amount, currency),
    due: dateText(row.current_period_ends_at),
    link: pageUrl(till, row),
  };
  return {
    projectId: row.project_id,
    referenceId: row.id,
    purpose: `period ${row.period_index}`,
    to: row.payer_email,
    subject: `${words.product}: ${words.amount} due by ${words.due}`,
    text: plainText(words),
    html: htmlText(words),
  };
}

interface Words {
  readonly greeting: string;
  readonly merchant: string;
  readonly product: string;
  readonly description: string | null;
  readonly amount: string;
  readonly due: string;
  readonly link: string;
}

function requestOf({ merchant, product, amount, due }: Words): string {
  return `${merchant} asks you to pay ${amount} for ${product} by ${due}.`;
}

const HOW =
  'On this page you choose the cryptocurrency, and see what to send where. The rate is fixed when you choose, and stands for a short time.';
const WHY =
  'If you do not pay by then, the subscription ends and you are asked for nothing more. If you did not expect this mail, you can ignore it.';

function plainText(words: Words): string {
  const { greeting, description, link } = words;
  const paragraphs = [greeting, requestOf(words), description, link, HOW, WHY];
  return `${paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')}\n`;
}

function htmlText(words: Words): string {
  const { greeting, description, link, amount } = words;
  const p = (text: string) => `<p>${escapeText(text).replaceAll('\n', '<br>')}</p>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Payment</title></head>',
    '<body style="font-family:sans-serif;max-width:36em;margin:1em auto;padding:0 1em">',
    p(greeting),
    p(requestOf(words)),
    description === null ? '' : p(description),
    `<p><a href="${escapeText(link)}" style="display:inline-block;padding:.75em 1.25em;border-radius:.5em;background:#1d4ed8;color:#fff;text-decoration:none">Pay ${escapeText(amount)}</a></p>`,
    `<p><a href="${escapeText(link)}">${escapeText(link)}</a></p>`,
    p(HOW),
    p(WHY),
    '</body></html>\n',
  ].join('');
}

/** No line breaks and nothing that could be a header's end. */
function oneLine(text: string): string {
  return harmlessText(text)
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .trim();
}

/** `1,234.50 EUR`, `0.001 BTC`. Exact: Intl takes decimal text as it is. */
function amountText(amount: bigint, currency: Currency): string {
  const format = new Intl.NumberFormat('en', {
    minimumFractionDigits: currency.kind === 'fiat' ? currency.precision : 0,
    maximumFractionDigits: 20,
  });
  return `${format.format(formatAmount(amount, currency) as `${number}`)} ${currency.code}`;
}

function dateText(time: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(time)} UTC`;
}
