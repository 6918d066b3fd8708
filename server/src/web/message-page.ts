// The page in place of a payment page: no such payment, too many requests, something of ours failed. In
// the payer's language and with the same look; no script, as it has nothing to follow.
import { html, markupOf } from './html.ts';
import { icon } from './icons.ts';
import type { AssetLinks } from './payment-page.ts';
import { directionOf, type Locale, stringsOf } from './strings.ts';
import type { StatusText } from './strings-type.ts';

export interface Message {
  /** HTTP status of the answer: 404, 429, or anything else for a failure of ours. */
  readonly status: number;
  /** When the page loads itself again; null: never. */
  readonly retryAfterSeconds: number | null;
}

/** The whole document. */
export function renderMessagePage(message: Message, locale: Locale, links: AssetLinks): string {
  const { title, text } = textOf(message.status, locale);
  const { retryAfterSeconds: retry } = message;
  const page = html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${links.style}">
${retry !== null && html`<meta http-equiv="refresh" content="${retry}">`}
</head>
<body>
<main class="message settled">
<div class="card">
<div class="status careful">
<span class="badge">${icon('alert')}</span>
<h1>${title}</h1>
<p>${text}</p>
</div>
</div>
</main>
</body>
</html>
`;
  return markupOf(page);
}

function textOf(status: number, locale: Locale): StatusText {
  const t = stringsOf(locale);
  if (status === 404) return t.notFound;
  return status === 429 ? t.tooManyRequests : t.unavailable;
}
