// Limits unauthenticated clients, which have neither an API key nor a session: requests per minute and processor time
// (decision 160).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from '../web/page-answers.ts';
import type { KeyCache } from './api-keys.ts';
import { withoutPorts } from './forwarded-for.ts';
import { meterRequests, processorBudget } from './processor-budget.ts';
import { rateLimit } from './rate-limit.ts';
import { parseAuthorization } from './signature.ts';

/** Per minute and client, over all unsigned requests. Hosted pages have a lower limit of their own. */
const OPEN_REQUESTS_PER_MINUTE = 6000;
/** A stream lasts as long as the browser tab, so its duration says nothing about how fast this process responds. */
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
