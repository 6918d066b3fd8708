// Converts errors into the error body of the API (part 7). An AppError is intended; Fastify's errors are translated;
// anything else is a bug, and the response is a 500 with only the request id.
import type { Socket } from 'node:net';
import type { ErrorCode } from '../core/error-codes.ts';
import { AppError } from '../core/errors.ts';
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
const parserCodes: Readonly<Record<string, { code: ErrorCode; status: number; reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', status: 408, reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: {
    code: 'request_header_fields_too_large',
    status: 431,
    reason: 'Request Header Fields Too Large',
  },
};
const badRequest = { code: 'bad_request', status: 400, reason: 'Bad Request' } as const;

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
const frameworkCodes: Readonly<
  Record<string, { code: ErrorCode; status: number; message: string }>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    status: 413,
    message: 'the body is larger than this server accepts: send fewer or shorter values',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    status: 415,
    message: 'the body must be JSON, sent with Content-Type: application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'bad_request',
    status: 400,
    message: 'the length of the body differs from Content-Length',
  },
  FST_ERR_BAD_URL: {
    code: 'bad_request',
    status: 400,
    message: 'the path is not valid percent-encoding',
  },
};

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) return serviceUnavailable();
  const facts =
    typeof error === 'object' && error !== null
      ? (error as { code?: unknown; statusCode?: unknown })
      : {};
  const known = frameworkCodes[String(facts.code)];
  if (known !== undefined) return new AppError(known);
  if (typeof facts.statusCode === 'number' && facts.statusCode >= 400 && facts.statusCode < 500) {
    return new AppError({
      code: 'bad_request',
      status: facts.statusCode === 408 ? 408 : 400,
      message: 'bad request',
    });
  }
  return new AppError({ code: 'internal_error', status: 500 });
}

/** For requests that Node's HTTP parser rejects (not HTTP, headers too long, too slow), which never reach Fastify. */
export function answerClientError(
  error: { readonly code?: string },
  socket: Socket,
  context: ErrorFacts & { readonly headers: Readonly<Record<string, string>> },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { code, status, reason } = parserCodes[error.code ?? ''] ?? badRequest;
  const body = JSON.stringify(answerError(new AppError({ code, status }), context).body);
  const headers = {
    ...context.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': context.requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

/** Nothing was done, or the Idempotency-Key ensures that a retry does not repeat the request. */
export function serviceUnavailable(
  retryAfterSeconds = DATABASE_AWAY_SECONDS,
  cause?: unknown,
): AppError {
  const log = cause instanceof Error ? { cause: cause.message } : {};
  return new AppError({ code: 'service_unavailable', status: 503, retryAfterSeconds, log });
}

/**
 * A commit without an answer may have succeeded. Intermediaries interpret 503 as "not done" and retry, which would
 * pay a request without an Idempotency-Key twice.
 */
export function throwOutcomeUnknown(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw new AppError({
    code: 'outcome_unknown',
    status: 500,
    message: 'it is unknown whether this was carried out: check before you repeat it',
    log: { cause: error.message },
  });
}
