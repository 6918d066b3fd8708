// Formats amounts, times and identifiers on a hosted page, and decides which texts may become links. Pure; used by
// renderers.

import { type Locale, languageTag } from '../core/languages.ts';
import { trimTrailing } from '../core/trim-trailing.ts';
import { type Html, html } from './html.ts';
import type { PaymentPageView } from './payment-page-view.ts';

/** Groups of four characters: short enough to compare at a glance. */
const CHUNKS = /.{1,4}/gu;
/** Characters shown at the ends of a txid or an address: enough to compare it with another one on the page. */
const ENDS_SHOWN = 8;

/** Characters of the coins' payment URIs; none that a script could need. */
const PAYMENT_URI = /^([a-z][a-z0-9+-]*):[A-Za-z0-9:@./?&=%_+-]+$/;
/** Schemes that browsers handle themselves (WHATWG HTML, URL and Fetch standards), so they never open a wallet. */
const BROWSER_SCHEMES = new Set([
  'about',
  'blob',
  'data',
  'file',
  'filesystem',
  'ftp',
  'http',
  'https',
  'javascript',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

/** The separator between a label and its value, where it is not `: `. */
const COLONS: Partial<Readonly<Record<Locale, string>>> = { fr: '\u00a0: ', ja: '：', zh: '：' };
/** Languages without a space after a full stop. */
const UNSPACED: readonly Locale[] = ['ja', 'zh'];

/** `Merchant: `, before the value. */
export function labelled(label: string, locale: Locale): string {
  return label + (COLONS[locale] ?? ': ');
}

export function sentences(texts: readonly string[], locale: Locale): string {
  return texts.join(UNSPACED.includes(locale) ? '' : ' ');
}

/** `100.0` → `100`, `0.50` → `0.5`: as a wallet shows it. Always with a decimal point, in every language. */
export function plainAmount(amount: string): string {
  return amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;
}

/** A price in the reader's format (`€49.90`, `49,90 €`). Exact: Intl accepts decimal text without conversion. */
export function priceText(price: NonNullable<PaymentPageView['price']>, locale: Locale): string {
  if (price.kind === 'coin') return `${plainAmount(price.amount)} ${price.currency}`;
  const format = new Intl.NumberFormat(languageTag(locale), {
    style: 'currency',
    currency: price.currency,
    maximumFractionDigits: 20,
  });
  return format.format(price.amount as `${number}`);
}

/** An absolute time, in UTC until the script rewrites it in the reader's time zone. */
export function timeElement(time: Date, locale: Locale): Html {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return html`<time datetime="${time.toISOString()}">${format.format(time)} UTC</time>`;
}

/**
 * An address in groups of four, for visual comparison against clipboard swaps. The style sheet adds the gaps, so that
 * the copied address has no spaces.
 */
export function chunked(address: string): Html {
  const chunks = address.match(CHUNKS) ?? [];
  return html`<code class="address" dir="ltr">${chunks.map((chunk) => html`<span>${chunk}</span>`)}</code>`;
}

/** A txid or an address, without its middle. */
export function shortened(text: string): string {
  if (text.length <= 2 * ENDS_SHOWN) return text;
  return `${text.slice(0, ENDS_SHOWN)}…${text.slice(-ENDS_SHOWN)}`;
}

/** One row of a list of details. */
export function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** Free text by another person, with its own text direction and line breaks. */
export function freeText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** The normalized URL when it is http or https without credentials; otherwise null: not linked. */
export function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** The payment URI, if only a wallet can open it; otherwise null. */
export function walletUri(text: string): string | null {
  const scheme = PAYMENT_URI.exec(text)?.[1];
  return scheme === undefined || BROWSER_SCHEMES.has(scheme) ? null : text;
}
