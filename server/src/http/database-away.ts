// What a client is told when the database went away under its request: when it may ask again, and nothing that invites
// it to repeat what may have been done.
import { AppError } from '../core/errors.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';

/** A restart of PostgreSQL takes that long. */
const AWAY_SECONDS = 5;

/** 503: nothing was done, or the Idempotency-Key sees to it that a repetition does nothing twice. */
export function serviceUnavailable(retryAfterSeconds = AWAY_SECONDS, cause?: unknown): AppError {
  const log = cause instanceof Error ? { cause: cause.message } : {};
  return new AppError({ code: 'service_unavailable', status: 503, retryAfterSeconds, log });
}

/**
 * For a change that was asked for without an Idempotency-Key: a commit that got no answer may have succeeded, and
 * programs in between take 503 for "not done" and repeat it, which would pay twice.
 */
export function throwOutcomeUnknown(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw new AppError({
    code: 'outcome_unknown',
    status: 500,
    message: 'it is not known whether this was done; look whether it was before you ask again',
    log: { cause: error.message },
  });
}
