// The OpenAPI document at /openapi.json, unsigned: it describes the program and contains nothing about a merchant.
// Version 1, the default of keys; `?version=2` returns version 2. The pages made from it are at /docs/api
// (web/site-routes.ts).
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { type Dialect, openApiDocument } from '../contract/openapi.ts';
import type { OpenApiDocument } from '../contract/openapi-types.ts';
import { operations } from '../contract/operations.ts';
import { packageVersion } from '../core/package-version.ts';
import { clientOf, type PageLimit } from '../web/page-answers.ts';
import { madeOnce } from '../web/site-files.ts';

const API_TITLE = 'Chaintill merchant API';
const ETAG_LENGTH = 22;

/** The document without a server address, as committed in docs/. */
export function apiDocument(dialect: Dialect): OpenApiDocument {
  const version = packageVersion();
  return openApiDocument(Object.values(operations), { title: API_TITLE, version, dialect });
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Read by documentation tools in the browser; it contains nothing secret.
  'access-control-allow-origin': '*',
} as const;

export function addDocumentRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  // The address is known once the server listens, so it is inserted on the first request.
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
