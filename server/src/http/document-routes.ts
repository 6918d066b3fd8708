// The OpenAPI document at /openapi.json, unsigned, because it contains nothing about a merchant. Version 1, the
// default of keys; `?version=2` returns version 2. web/site-files.ts has the pages at /docs/api.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { type Dialect, openApiDocument } from '../contract/openapi.ts';
import type { OpenApiDocument } from '../contract/openapi-types.ts';
import { operations } from '../contract/operations.ts';
import { packageVersion } from '../core/places.ts';
import { clientOf, type PageLimit } from '../web/page-answers.ts';
import { madeOnce } from '../web/site-files.ts';

const API_TITLE = 'Chaintill merchant API';
const ETAG_LENGTH = 22;

/** Without a server address, as committed in docs/. */
export function apiDocument(dialect: Dialect): OpenApiDocument {
  const version = packageVersion();
  return openApiDocument(Object.values(operations), { title: API_TITLE, version, dialect });
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // For documentation tools in the browser. The document contains nothing secret.
  'access-control-allow-origin': '*',
} as const;

export function addDocumentRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  // The address is set once the server listens, so the first request inserts it.
  const make = (dialect: Dialect) =>
    madeOnce((url) => fixedText(JSON.stringify({ ...apiDocument(dialect), servers: [{ url }] })));
  const made = { 1: make(1), 2: make(2) } as const;
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    handler: (request, reply) => {
      limit.take(clientOf(request.ip));
      const { body, etag } = made[dialectOf(request.query)](app.publicUrl.value);
      reply.headers(jsonHeaders).header('etag', etag).header('cache-control', 'public, no-cache');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.send(body);
    },
  });
}

function dialectOf(query: unknown): Dialect {
  return (query as Readonly<Record<string, unknown>>)['version'] === '2' ? 2 : 1;
}

interface FixedText {
  readonly body: Buffer;
  readonly etag: string;
}

function fixedText(text: string): FixedText {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH);
  return { body: Buffer.from(text), etag: `"${hash}"` };
}

export interface KnownRoutes {
  /** Sorted; empty when no route has this path. */
  methodsOf(target: string): readonly string[];
  all(): readonly (readonly [url: string, methods: readonly string[]])[];
}

export function knownRoutes(fastify: FastifyInstance): KnownRoutes {
  const methodsByUrl = new Map<string, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
  });
  return {
    methodsOf(target) {
      const [path = ''] = target.split('?', 1);
      const found = [...methodsByUrl].filter(([url]) => isOfRoute(path, url));
      return [...new Set(found.flatMap(([, methods]) => [...methods]))].sort();
    },
    all: () => [...methodsByUrl].map(([url, methods]) => [url, [...methods]] as const),
  };
}

/** Our routes have literal segments, `:name` for one segment, and `*` at the end for one or more. */
function isOfRoute(path: string, url: string): boolean {
  const wanted = url.split('/');
  const isOpen = wanted.at(-1) === '*';
  const given = path.split('/', wanted.length + 1);
  if (isOpen ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, n) => {
    if (segment === '*') return given.slice(n).join('/') !== '';
    return segment.startsWith(':') ? given[n] !== '' : segment === given[n];
  });
}
