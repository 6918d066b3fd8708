// What the routes of all hosted pages share: what they are given, the language of a request, and the page
// that is sent in place of one that cannot be shown. Used by routes.ts and subscription-routes.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { paymentPageHeaders } from './headers.ts';
import { renderMessagePage } from './message-page.ts';
import type { AssetLinks } from './payment-page.ts';
import { type Locale, localeOf } from './strings.ts';

/** A page that failed for a reason of ours loads itself again after so long. */
const FAILURE_RETRY_SECONDS = 20;

/** Throws 429 at once when the client has used up its allowance. */
export interface PageLimit {
  take(client: string): void;
}

export interface Web {
  readonly app: App;
  readonly limit: PageLimit;
  readonly links: AssetLinks;
}

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
  const isRefusal = error instanceof AppError && error.status < 500;
  const message = isRefusal ? error : { status: 500, retryAfterSeconds: FAILURE_RETRY_SECONDS };
  if (!isRefusal) web.app.log.error({ err: error, request_id: request.id }, 'page failed');
  reply.code(message.status).headers(paymentPageHeaders());
  if (message.retryAfterSeconds !== null)
    reply.header('retry-after', String(message.retryAfterSeconds));
  return reply.send(renderMessagePage(message, localeOfRequest(request), web.links));
}
