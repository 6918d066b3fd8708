// Turns whatever was thrown into the one error body of the interface (part 7). An AppError is a refusal;
// Fastify's own errors are translated; anything else is a bug, answered 500 with the request id alone.
import { AppError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { serviceUnavailable } from './database-away.ts';

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
  /** Sandbox answers carry what helps an integrator, live ones never. */
  readonly revealsHints: boolean;
}

export function answerError(error: unknown, facts: ErrorFacts): ErrorAnswer {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) facts.log.error({ err: error, ...refusal.log }, 'request failed');
  else
    facts.log.info(
      { code: refusal.code, details: refusal.details, ...refusal.log },
      'request refused',
    );
  const hint = facts.revealsHints ? refusal.hint : null;
  return {
    status: refusal.status,
    retryAfterSeconds: refusal.retryAfterSeconds,
    body: {
      error: { code: refusal.code, message: refusal.message, details: refusal.details, ...hint },
      meta: { request_id: facts.requestId },
    },
  };
}

/** Fastify's codes (docs: Reference/Errors) that a client can cause. */
const frameworkCodes: Readonly<Record<string, { code: string; status: number; message: string }>> =
  {
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
      message: 'the body is not as long as Content-Length says',
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
