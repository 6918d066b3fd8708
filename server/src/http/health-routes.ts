// `/health/live`: the process responds. `/health/serving`: the process should receive requests. `/health/ready`: the
// process can do its work, with a reason for each part that cannot.
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import type { App } from '../app.ts';
import { type Check, checkHealth } from '../operator/check-health.ts';

/** The server listens before startup is complete, and briefly after a stop has begun; `whyNot` says so. */
export function addHealthRoutes(
  fastify: FastifyInstance,
  app: App,
  whyNot: () => string | null,
): void {
  const add = (url: string, handler: RouteHandlerMethod) =>
    fastify.route({ method: ['GET', 'HEAD'], url, handler });
  const checkAll = async (): Promise<Checks> => {
    const reason = whyNot();
    const service = reason === null ? { ok: true } : { ok: false, reason };
    return { service, ...(await checkHealth(app)) };
  };
  add('/health/live', async (_request, reply) => reply.headers(headers).send({ status: 'live' }));
  add('/health/ready', async (_request, reply) => answer(reply, 'ready', await checkAll()));
  add('/health/serving', async (_request, reply) => {
    const checks = await checkAll();
    const own = Object.entries(checks).filter(([name]) => OF_THE_PROCESS.includes(name));
    return answer(reply, 'serving', Object.fromEntries(own));
  });
}

type Checks = Readonly<Record<string, Check>>;

/**
 * Other problems affect every process: one unreachable node must not remove all processes, and with them all coins.
 */
const OF_THE_PROCESS = ['service', 'database', 'clock'];

function answer(reply: FastifyReply, status: 'ready' | 'serving', checks: Checks) {
  const isWell = Object.values(checks).every((check) => check.ok);
  return reply
    .code(isWell ? 200 : 503)
    .headers(headers)
    .send({ status: isWell ? status : `not ${status}`, checks: withoutAddresses(checks) });
}

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Health is public, and a node's error contains its location: addresses, paths and values are removed. */
function withoutAddresses(checks: Checks): Checks {
  const entries = Object.entries(checks).map(([name, { ok, reason }]): [string, Check] => [
    name,
    reason === undefined ? { ok } : { ok, reason: hidden(reason) },
  ]);
  return Object.fromEntries(entries);
}

/** The longest host name (RFC 1035) with a port and brackets. */
const ADDRESS_LENGTH_MAX = 270;
const ADDRESSES = [
  /^\/./,
  /^\[[0-9a-f:.]+\](:\d+)?$/i,
  /^[\w.-]+:\d{2,5}$/,
  /^\d{1,3}(\.\d{1,3}){3}$/,
] as const;

function hidden(reason: string): string {
  const withoutUrls = reason.replaceAll(/\S+/g, (word) => (word.includes('://') ? HIDDEN : word));
  return withoutUrls.replaceAll(/[^\s"'(),;=]+/g, (word) => {
    const text = word.replace(/[.:]$/, '');
    return isAddress(text) ? `${HIDDEN}${word.slice(text.length)}` : word;
  });
}

const HIDDEN = '<address>';

function isAddress(word: string): boolean {
  return word.length > ADDRESS_LENGTH_MAX || ADDRESSES.some((address) => address.test(word));
}
