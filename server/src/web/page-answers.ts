// Shared by the routes of all hosted pages: parameters, the language of a request, and the error page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { type Locale, localeOf } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { paymentPageHeaders } from './headers.ts';
import {
  type AssetLinks,
  announcer,
  html,
  icon,
  languageSwitch,
  markupOf,
  pageHead,
  refreshButton,
} from './page-parts.ts';
import type { StatusText } from './payment-page-view.ts';
import type { TerminalBudgets } from './terminal-budgets.ts';

const FAILURE_RETRY_SECONDS = 20;

/** Throws 429 when the client has used up its allowance. */
export interface PageLimit {
  take(client: string): void;
}

export interface Web {
  readonly app: App;
  readonly limit: PageLimit;
  /** For forms whose contents are checked with other services. */
  readonly posts: PageLimit;
  readonly terminals: TerminalBudgets;
  readonly links: AssetLinks;
}

interface Message {
  readonly status: number;
  /** Null: a retry would not help. */
  readonly retryAfterSeconds: number | null;
}

const IPV6_PREFIX_PARTS = 4;

export function localeOfRequest(request: FastifyRequest): Locale {
  const { locale } = request.query as { locale?: unknown };
  const requested = typeof locale === 'string' ? locale : null;
  return localeOf(requested, request.headers['accept-language'] ?? null);
}

export function sendMessage(
  web: Web,
  failure: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { error, request, reply } = failure;
  const refusal = refusalIn(error);
  // Expected errors: the clock is wrong, or the project has moved to another cell.
  const isAway = error instanceof AppError && error.status === 503;
  const failed = { status: isAway ? 503 : 500, retryAfterSeconds: FAILURE_RETRY_SECONDS };
  const message = refusal ?? failed;
  if (refusal === null && !isAway)
    web.app.log.error({ err: error, request_id: request.id }, 'page failed');
  reply.code(message.status).headers(paymentPageHeaders());
  if (message.retryAfterSeconds !== null)
    reply.header('retry-after', String(message.retryAfterSeconds));
  return reply.send(renderMessagePage(message, localeOfRequest(request), web.links));
}

function refusalIn(error: unknown): Message | null {
  if (error instanceof AppError) return error.status < 500 ? error : null;
  // The framework throws these: an unsupported content type, or a body that is too large.
  const { statusCode: status } = (error ?? {}) as { readonly statusCode?: unknown };
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500;
  return isRefusal ? { status, retryAfterSeconds: null } : null;
}

/** The script retries, and loads the page when it is available again. */
function renderMessagePage(message: Message, locale: Locale, links: AssetLinks): string {
  const { title, text } = textOf(message.status, locale);
  const { retryAfterSeconds: retry } = message;
  const page = html`${pageHead({ locale, title, links })}
${retry !== null && html`<script type="module" src="${links.script}"></script>`}
</head>
<body>
${retry !== null && announcer()}
${languageSwitch(locale)}
<main id="payment" class="message settled" data-retry-seconds="${retry}">
<div class="card">
<div class="status careful">
<span class="badge">${icon('alert')}</span>
<h1>${title}</h1>
<p>${text}</p>
</div>
${retry !== null && html`<section class="action">${refreshButton(locale)}</section>`}
</div>
</main>
</body>
</html>
`;
  return markupOf(page);
}

function textOf(status: number, locale: Locale): StatusText {
  const t = textsOf('payment-page', locale);
  if (status === 404) return t.notFound;
  return status === 429 ? t.tooManyRequests : t.unavailable;
}

/** One IPv4 address, or one IPv6 /64 network, because a single host can use all of its addresses (RFC 4291, 2.5.4). */
export function clientOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_PREFIX_PARTS).join(':')
    : address.toString();
}
