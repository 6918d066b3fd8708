// How amounts, times and identifiers read on a hosted page, and which texts may become a link. Pure; used by renderers.

import { type Locale, languageTag } from '../core/languages.ts';
import { trimTrailing } from '../core/trim-trailing.ts';
import { type Html, html } from './html.ts';
import type { PaymentPageView } from './payment-page-view.ts';

/** Groups of four characters: few enough to compare at a glance. */
const CHUNKS = /.{1,4}/gu;
/** Of a txid or an address: enough to compare it with another that is shown. */
const ENDS_SHOWN = 8;

/** Characters of payment URIs as the coins write them; nothing a script could be written with. */
const PAYMENT_URI = /^([a-z][a-z0-9+-]*):[A-Za-z0-9:@./?&=%_+-]+$/;
/** Schemes that browsers act on themselves (WHATWG HTML, URL and Fetch standards), so no wallet's. */
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

/** What stands between a label and its value, where that is not `: `. */
const COLONS: Partial<Readonly<Record<Locale, string>>> = { fr: '\u00a0: ', ja: '：', zh: '：' };
/** No space after a full stop. */
const UNSPACED: readonly Locale[] = ['ja', 'zh'];

/** `Merchant: `, before what it is. */
export function labelled(label: string, locale: Locale): string {
  return label + (COLONS[locale] ?? ': ');
}

/** One after the other. */
export function sentences(texts: readonly string[], locale: Locale): string {
  return texts.join(UNSPACED.includes(locale) ? '' : ' ');
}

/** `100.0` → `100`, `0.50` → `0.5`: as a wallet shows it. Always with a point, whatever the language. */
export function plainAmount(amount: string): string {
  return amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;
}

/** A price in the reader's manner (`€49.90`, `49,90 €`). Exact: Intl takes decimal text as it is. */
export function priceText(price: NonNullable<PaymentPageView['price']>, locale: Locale): string {
  if (price.kind === 'coin') return `${plainAmount(price.amount)} ${price.currency}`;
  const format = new Intl.NumberFormat(languageTag(locale), {
    style: 'currency',
    currency: price.currency,
    maximumFractionDigits: 20,
  });
  return format.format(price.amount as `${number}`);
}

/** An absolute time, in UTC until the script, which knows the reader's zone, rewrites it. */
export function timeElement(time: Date, locale: Locale): Html {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return html`<time datetime="${time.toISOString()}">${format.format(time)} UTC</time>`;
}

/**
 * An address in groups of four for checking by eye against clipboard swaps. The gaps are made by the
 * style sheet: selecting and copying it gives the address without spaces.
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

/** A line of a list of facts. */
export function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** Someone's free text: its own direction, its line breaks. */
export function freeText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** The address as browsers understand it, when it is http or https without credentials; else null: not linked. */
export function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** The payment URI, when it can only be opened by a wallet; else null. */
export function walletUri(text: string): string | null {
  const scheme = PAYMENT_URI.exec(text)?.[1];
  return scheme === undefined || BROWSER_SCHEMES.has(scheme) ? null : text;
}
