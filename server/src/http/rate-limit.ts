// A token bucket per API key that refills evenly. Each process counts separately
// (docs/decisions/0007-rate-limit-per-process.md).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE, steadyNow } from '../core/clock.ts';
import { type AppError, apiError } from '../core/errors.ts';
import { clientOf } from '../web/page-answers.ts';
import type { KeyCache } from './authenticate.ts';
import { withoutPorts } from './connections.ts';
import { meterRequests, processorBudget } from './processor-budget.ts';
import { parseAuthorization } from './signature.ts';

/** Per minute and client, over all unsigned requests. Hosted pages have a lower limit of their own. */
const OPEN_REQUESTS_PER_MINUTE = 6000;
/** A stream lasts as long as the browser tab, so its duration does not measure this process. */
export const STREAM = '/admin/api/events';

export function limitStrangers(
  fastify: FastifyInstance,
  keys: KeyCache,
  openMilliseconds: number,
): void {
  // Runs before anything reads `request.ip`, which is derived from this header.
  fastify.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded);
    done();
  });
  const limit = rateLimit(OPEN_REQUESTS_PER_MINUTE);
  const budget = processorBudget(openMilliseconds);
  meterRequests(fastify, {
    isMetered: ({ routeOptions }) => routeOptions.url !== STREAM,
    charge(request, milliseconds) {
      if (!isKnown(request)) budget.charge(clientOf(request.ip), milliseconds);
    },
  });
  fastify.addHook('onRequest', (request, _reply, done) => {
    const client = clientOf(request.ip);
    if (isOpen(request)) limit.take(client);
    if (!isProbe(request) && !namesKnownKey(request, keys)) budget.insist(client);
    done();
  });
}

/** Signed requests have the limit of their key, and only the sandbox's owner can reach it. */
function isOpen({ raw: { url = '' } }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && !url.startsWith('/sandbox/');
}

/** Signed with an existing key, or sent in a session: each has its own limit. */
function isKnown(request: FastifyRequest): boolean {
  const { projectId, isOfPerson } = request as { projectId?: string; isOfPerson?: boolean };
  return projectId !== undefined || isOfPerson === true;
}

/** A busy process would look unhealthy if processor time limited health checks. They have a request limit. */
function isProbe({ raw: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/health/');
}

/** Unauthenticated clients must not use up the budget of a merchant behind the same IP address. */
function namesKnownKey({ raw: { headers } }: FastifyRequest, keys: KeyCache): boolean {
  const { authorization } = headers;
  const credential = authorization === undefined ? null : parseAuthorization(authorization);
  return credential !== null && keys.wasFound(credential.key);
}

export interface RateLimit {
  /** 429 when the key's allowance is used up. */
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
  return apiError('rate_limit_exceeded', {}, { retryAfterSeconds });
}
