// Converts errors into the error body of the API (part 7). An AppError is intended; Fastify's errors are translated;
// anything else is a bug, and the response is a 500 with only the request id.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, apiError, type PlainErrorKey } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';

export interface ErrorAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
  readonly body: {
    readonly error: { code: string; message: string; details: readonly unknown[] } & Record<
      string,
      unknown
    >;
    readonly meta: { readonly request_id: string };
  };
}

export interface ErrorFacts {
  readonly requestId: string;
  readonly log: Log;
  /** Only sandbox responses contain hints, for integrators. */
  readonly revealsHints: boolean;
}

/** Codes of Node's `clientError` event that mean something other than a bad request. */
const parserCodes: Readonly<Record<string, PlainErrorKey>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
};

/** About the duration of a PostgreSQL restart. */
const DATABASE_AWAY_SECONDS = 5;

export function answerError(error: unknown, context: ErrorFacts): ErrorAnswer {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) context.log.error({ err: error, ...refusal.log }, 'request failed');
  else
    context.log.info(
      { code: refusal.code, details: refusal.details, ...refusal.log },
      'request rejected',
    );
  const hint = context.revealsHints ? refusal.hint : null;
  return {
    status: refusal.status,
    retryAfterSeconds: refusal.retryAfterSeconds,
    body: {
      error: { code: refusal.code, message: refusal.message, details: refusal.details, ...hint },
      meta: { request_id: context.requestId },
    },
  };
}

/** Fastify's error codes (docs: Reference/Errors) that a client can cause. */
const frameworkCodes: Readonly<Record<string, PlainErrorKey>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request.content_length',
  FST_ERR_BAD_URL: 'bad_request.path_encoding',
};

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) return serviceUnavailable();
  const facts =
    typeof error === 'object' && error !== null
      ? (error as { code?: unknown; statusCode?: unknown })
      : {};
  const known = frameworkCodes[String(facts.code)];
  if (known !== undefined) return apiError(known);
  if (typeof facts.statusCode === 'number' && facts.statusCode >= 400 && facts.statusCode < 500) {
    return apiError('bad_request', {}, { status: facts.statusCode === 408 ? 408 : 400 });
  }
  return apiError('internal_error');
}

/** For requests that Node's HTTP parser rejects (not HTTP, headers too long, too slow), which never reach Fastify. */
export function answerClientError(
  error: { readonly code?: string },
  socket: Socket,
  context: ErrorFacts & { readonly headers: Readonly<Record<string, string>> },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const answer = answerError(apiError(parserCodes[error.code ?? ''] ?? 'bad_request'), context);
  const body = JSON.stringify(answer.body);
  const headers = {
    ...context.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': context.requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusLine = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`;
  if (socket.writable) socket.write(`${statusLine}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

/** Nothing was done, or the Idempotency-Key ensures that a retry does not repeat the request. */
export function serviceUnavailable(
  retryAfterSeconds = DATABASE_AWAY_SECONDS,
  cause?: unknown,
): AppError {
  const log = cause instanceof Error ? { cause: cause.message } : {};
  return apiError('service_unavailable', {}, { retryAfterSeconds, log });
}

/**
 * A commit without an answer may have succeeded. Intermediaries interpret 503 as "not done" and retry, which would
 * pay a request without an Idempotency-Key twice.
 */
export function throwOutcomeUnknown(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw apiError('outcome_unknown', {}, { log: { cause: error.message } });
}
