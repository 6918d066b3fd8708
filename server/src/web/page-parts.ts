// Parts that every hosted page shares: the `html` template, icons, the head, the language switch, and formats. Pure.
import { escapeText, trimTrailing } from '../core/escape-text.ts';
import { directionOf, type Locale, languageName, languageTag, locales } from '../core/languages.ts';
import { memoize } from '../core/memoize.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Merchant } from '../projects/project.ts';
import type { PaymentPageView } from './payment-page-view.ts';
import { styleLinks } from './style-links.ts';

const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  alert: 'M12 8v5M12 16.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18c-5-5-5-13 0-18z',
  back: 'M7 7l-4 5 4 5M3 12h13a5 5 0 0 1 5 5v1',
  cross: 'M7 7l10 10M17 7L7 17',
  wallet:
    'M4 7h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7zM4 7a2 2 0 0 1 2-2h10v2M16 13v.01',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): Html {
  return trustedMarkup(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`,
  );
}

const MARKUP = Symbol('markup');

/** Markup made by `html`. JSON cannot forge it, because the key is a symbol. */
export interface Html {
  readonly [MARKUP]: string;
}

/** null, undefined and false render nothing, so that `condition && html...` works. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Values are escaped for text and for quoted attributes, so the template must quote attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += renderValue(value) + (parts[index + 1] ?? '');
  }
  return { [MARKUP]: markup };
}

export function markupOf(value: Html): string {
  return value[MARKUP];
}

/** Only for SVG that this server generates, never for external content. */
export function trustedMarkup(markup: string): Html {
  return { [MARKUP]: markup };
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return isHtml(value) ? value[MARKUP] : value.map(renderValue).join('');
}

function isHtml(value: Html | readonly HtmlValue[]): value is Html {
  return MARKUP in value;
}

const CHUNKS = /.{1,4}/gu;
const ENDS_SHOWN = 8;

/** Characters that coins' payment URIs use, and none that a script would need. */
const PAYMENT_URI = /^([a-z][a-z0-9+-]*):[A-Za-z0-9:@./?&=%_+-]+$/;
/** Browsers handle these schemes themselves (WHATWG HTML, URL and Fetch standards) and never open a wallet. */
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
/** Languages without a space after a period. */
const UNSPACED: readonly Locale[] = ['ja', 'zh'];

export function labelled(label: string, locale: Locale): string {
  return label + (COLONS[locale] ?? ': ');
}

export function sentences(texts: readonly string[], locale: Locale): string {
  return texts.join(UNSPACED.includes(locale) ? '' : ' ');
}

/** `100.0` → `100`, `0.50` → `0.5`, as wallets show amounts. Every language gets a decimal point. */
export function plainAmount(amount: string): string {
  return amount.includes('.') ? trimTrailing(trimTrailing(amount, '0'), '.') : amount;
}

/** A price in the reader's format (`€49.90`, `49,90 €`). Exact: Intl accepts decimal text without conversion. */
export function priceText(price: NonNullable<PaymentPageView['price']>, locale: Locale): string {
  if (price.kind === 'coin') return `${plainAmount(price.amount)} ${price.currency}`;
  return priceFormat(`${languageTag(locale)} ${price.currency}`).format(
    price.amount as `${number}`,
  );
}

const priceFormat = memoize((tagAndCurrency: string) => {
  const [tag, currency] = tagAndCurrency.split(' ');
  const style = { style: 'currency', currency, maximumFractionDigits: 20 } as const;
  return new Intl.NumberFormat(tag, style);
});

/** In UTC, until the script rewrites the time in the reader's time zone. */
export function timeElement(time: Date, locale: Locale): Html {
  const text = timeFormat(locale).format(time);
  return html`<time datetime="${time.toISOString()}">${text} UTC</time>`;
}

const timeFormat = memoize((locale: Locale) => {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(languageTag(locale), style);
});

/** Groups of four make clipboard swaps visible. The style sheet adds the gaps, so that copies have no spaces. */
export function chunked(address: string): Html {
  const chunks = address.match(CHUNKS) ?? [];
  return html`<code class="address" dir="ltr">${chunks.map((chunk) => html`<span>${chunk}</span>`)}</code>`;
}

export function shortened(text: string): string {
  if (text.length <= 2 * ENDS_SHOWN) return text;
  return `${text.slice(0, ENDS_SHOWN)}…${text.slice(-ENDS_SHOWN)}`;
}

export function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

export function freeText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** The normalized URL if it is http or https without credentials. Null: do not link. */
export function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** Null unless only a wallet can open the URI. */
export function walletUri(text: string): string | null {
  const scheme = PAYMENT_URI.exec(text)?.[1];
  return scheme === undefined || BROWSER_SCHEMES.has(scheme) ? null : text;
}

/** `kept`: what the address has besides the language. */
export function languageSwitch(current: Locale, kept = ''): Html {
  return html`<header>
<details class="languages">
<summary>${icon('globe')}<span class="unseen">${labelled(textsOf('payment-page', current).language, current)}</span>${languageName(current)}</summary>
<ul>${locales.map((locale) => html`<li>${link(locale, current, kept)}</li>`)}</ul>
</details>
</header>`;
}

/** Relative, so that the link works on every page. */
function link(locale: Locale, current: Locale, kept: string): Html {
  const tag = languageTag(locale);
  return html`<a href="?locale=${locale}${kept}" lang="${tag}" hreflang="${tag}"${locale === current && html` aria-current="true"`}>${languageName(locale)}</a>`;
}

export interface AssetLinks {
  readonly style: string;
  readonly darkStyle: string;
  /** Loaded by the pages of checkouts only. */
  readonly checkoutStyle?: string;
  readonly receiptStyle?: string;
  readonly posterStyle?: string;
  readonly terminalStyle?: string;
  readonly terminalScript?: string;
  readonly displayScript?: string;
  readonly terminalIcon?: string;
  readonly script: string;
  readonly submitScript?: string;
  /** Of pages that do not load `script`. */
  readonly framedScript?: string;
  readonly site: string;
}

interface Head {
  readonly locale: Locale;
  readonly title: string | Html;
  readonly links: AssetLinks;
  /** Whose colors the page has. */
  readonly merchant?: Merchant;
}

export function pageHead({ locale, title, links, merchant }: Head): Html {
  const { appearance = 'automatic' } = merchant ?? {};
  return html`<!doctype html>
<html lang="${languageTag(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="${appearance === 'automatic' ? 'light dark' : appearance}">
<title>${title}</title>
<link rel="icon" href="data:,">
${styleLinks(merchant, links).map(
  ({
    href,
    media,
  }) => html`<link rel="stylesheet" href="${href}"${media && html` media="${media}"`}>
`,
)}`;
}

/**
 * The script announces each change here once. Outside of the part that the script replaces, because screen readers
 * only follow regions that were there before.
 */
export function announcer(): Html {
  return html`<p id="announcement" class="unseen" role="status"></p>`;
}

/** Relative, and without the fragment, so that it loads the page again. */
export function refreshButton(locale: Locale): Html {
  const { refresh } = textsOf('payment-page', locale);
  return html`<a class="button refresh" href="?locale=${locale}">${refresh}</a>`;
}

export function refreshWithoutScript(locale: Locale): Html {
  return html`<noscript>${refreshButton(locale)}</noscript>`;
}
