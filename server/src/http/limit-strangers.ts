// What one client may do that no key of ours and no session vouches for: so many requests a minute, and so much
// processor time (decision 160).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from '../web/page-answers.ts';
import type { KeyCache } from './api-keys.ts';
import { withoutPorts } from './forwarded-for.ts';
import { meterRequests, processorBudget } from './processor-budget.ts';
import { rateLimit } from './rate-limit.ts';
import { parseAuthorization } from './signature.ts';

/** A minute, of one client, over all that needs no signature; pages have a narrower limit of their own. */
const OPEN_REQUESTS_PER_MINUTE = 6000;
/** Its life is that of the browser, and says nothing of how fast this process answers. */
export const STREAM = '/admin/api/events';

export function limitStrangers(
  fastify: FastifyInstance,
  keys: KeyCache,
  openMilliseconds: number,
): void {
  // Before anything reads `request.ip`, which is made from it.
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

/** Signed requests have the limit of their key, and the sandbox is its owner's alone. */
function isOpen({ raw: { url = '' } }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && !url.startsWith('/sandbox/');
}

/** Signed with a key of ours, or sent by a person who signed in: each has a limit of its own. */
function isKnown(request: FastifyRequest): boolean {
  const { projectId, isOfPerson } = request as { projectId?: string; isOfPerson?: boolean };
  return projectId !== undefined || isOfPerson === true;
}

/** A process that computes a lot would seem ill to whoever checks its health. Health has a limit of requests. */
function isProbe({ raw: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/health/');
}

/** Strangers must not use up the budget of a merchant behind the same address. */
function namesKnownKey({ raw: { headers } }: FastifyRequest, keys: KeyCache): boolean {
  const { authorization } = headers;
  const credential = authorization === undefined ? null : parseAuthorization(authorization);
  return credential !== null && keys.wasFound(credential.key);
}
