// The routes of the Greenfield API, with which plugins of shops for BTCPay Server work unchanged (docs/plugins.md).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { isPlainObject } from '../contract/fields.ts';
import { JsonNumber, parseJson } from '../contract/parse-json.ts';
import { allows, policyOf } from '../contract/shop-permissions.ts';
import { AppError } from '../core/errors.ts';
import { stringify } from '../core/json-text.ts';
import { findShopKey } from '../projects/shop-keys.ts';
import { KEY_REFUSED } from '../shops/check-connection.ts';
import { clientOf, type PageLimit } from '../web/page-answers.ts';
import { answerOf, coded, missingPermission, unauthenticated } from './errors.ts';
import { publicCalls } from './pull-payment-pages.ts';
import { type Route, routes, STORE } from './route-table.ts';

export interface ShopLimits {
  /** Of keys: for what changes something. */
  readonly changes: PageLimit;
  /** Some shops ask for every unpaid invoice again and again. */
  readonly reads: PageLimit;
  /** Of clients without a key. */
  readonly strangers: PageLimit;
}

const PREFIX = '/api/v1';
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
} as const;

export function addGreenfieldRoutes(fastify: FastifyInstance, app: App, limits: ShopLimits): void {
  fastify.get(`${PREFIX}/health`, (_request, reply) =>
    reply.headers(HEADERS).send('{"synchronized":true}'),
  );
  for (const { url, run } of publicCalls(app, limits.strangers))
    fastify.route({
      method: 'GET',
      url: PREFIX + url,
      config: { isSecretPath: true },
      handler: async (request, reply) => reply.headers(HEADERS).send(stringify(await run(request))),
      errorHandler: (error, request, reply) => sendError(app, { error, request, reply }),
    });
  for (const route of routes) {
    const paths = [route.path];
    if (route.path.startsWith(`${STORE}/`)) paths.push(route.path.slice(STORE.length));
    for (const path of paths)
      fastify.route({
        method: route.method,
        url: PREFIX + path,
        handler: (request, reply) => answer(app, limits, { route, request, reply }),
        errorHandler: (error, request, reply) => sendError(app, { error, request, reply }),
      });
  }
}

async function answer(
  app: App,
  limits: ShopLimits,
  { route, request, reply }: { route: Route; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const token = tokenOf(request);
  const key = token === null ? null : await findShopKey(app, token);
  if (token === null || key === null) {
    limits.strangers.take(clientOf(request.ip));
    reply.header('www-authenticate', token === null ? 'Bearer' : `Bearer error="${KEY_REFUSED}"`);
    throw unauthenticated();
  }
  (request as { projectId?: string }).projectId = key.project.id;
  const params = request.params as Record<string, string>;
  const { storeId = key.project.id } = params;
  const isOwn = storeId === key.project.id;
  if (route.needs !== null && (!isOwn || !allows(key.permissions, route.needs)))
    throw missingPermission(policyOf(route.needs));
  const limit = route.method === 'GET' ? limits.reads : limits.changes;
  limit.take(key.id);
  const query = request.query as Record<string, unknown>;
  const body = route.method === 'GET' ? {} : bodyOf(request);
  const result = await route.run({ app, key, token, params, query, body });
  return reply.headers(HEADERS).send(result === undefined ? '' : stringify(result));
}

/** `token KEY` in any case, or `Bearer KEY`. */
function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string | null {
  return /^(?:token|bearer) +([0-9a-f]{40})$/i.exec(authorization.slice(0, 100))?.[1] ?? null;
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  const parsed = parsedBody(body);
  // Some libraries send an empty list for an empty object.
  if (Array.isArray(parsed) && parsed.length === 0) return {};
  if (!isPlainObject(parsed) || parsed instanceof JsonNumber)
    throw coded(400, 'generic-error', 'The body must be a JSON object');
  return parsed;
}

function parsedBody(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof AppError || error instanceof SyntaxError)
      throw coded(400, 'generic-error', 'The body is not JSON that can be read');
    throw error;
  }
}

function sendError(
  app: App,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { statusCode } = error as { statusCode?: unknown };
  const isRefusal = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  const expected =
    answerOf(error) ??
    (isRefusal ? answerOf(coded(statusCode, 'generic-error', 'The request cannot be read')) : null);
  if (expected === null)
    app.log.error({ err: error, request_id: request.id }, 'request of a shop failed');
  const { status, body } = expected ?? {
    status: 500,
    body: { code: 'generic-error', message: `The request failed. Its id: ${request.id}` },
  };
  if (error instanceof AppError && error.retryAfterSeconds !== null)
    reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .code(status)
    .headers(HEADERS)
    .header('x-request-id', request.id)
    .send(JSON.stringify(body));
}
