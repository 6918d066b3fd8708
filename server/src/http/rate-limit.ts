// Requests per minute of one API key: a token bucket that refills evenly. Each process counts separately
// (docs/decisions/0007-rate-limit-per-process.md).
import { MINUTE, steadyNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';

export interface RateLimit {
  /** Takes one request from the key's allowance; throws 429 when it is used up. */
  take(keyId: string): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

const BUCKETS_MAX = 100_000;

/** `perMinute` 0 disables the limit. Setting the clock back does not reduce any allowance. */
export function rateLimit(perMinute: number, now: () => number = steadyNow): RateLimit {
  const buckets = new Map<string, Bucket>();
  const refillPerMillisecond = perMinute / MINUTE;
  return {
    take(keyId) {
      if (perMinute === 0) return;
      if (buckets.size > BUCKETS_MAX) buckets.clear();
      const time = now();
      const bucket = buckets.get(keyId) ?? { tokens: perMinute, at: time };
      buckets.set(keyId, bucket);
      bucket.tokens = Math.min(
        perMinute,
        bucket.tokens + (time - bucket.at) * refillPerMillisecond,
      );
      bucket.at = time;
      if (bucket.tokens < 1)
        throw exceeded(Math.ceil((1 - bucket.tokens) / refillPerMillisecond / 1000));
      bucket.tokens -= 1;
    },
  };
}

function exceeded(retryAfterSeconds: number): AppError {
  return new AppError({
    code: 'rate_limit_exceeded',
    status: 429,
    message: 'API rate limit exceeded',
    retryAfterSeconds,
  });
}
