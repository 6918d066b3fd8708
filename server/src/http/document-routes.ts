// The API document at /openapi.json and the page made from it at /docs, both unsigned: they tell what the program is,
// nothing about a merchant. Of version 1, which keys speak by default; with `?version=2` of version 2.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { type Dialect, openApiDocument } from '../contract/openapi.ts';
import type { OpenApiDocument } from '../contract/openapi-types.ts';
import { operations } from '../contract/operations.ts';
import { packageVersion } from '../core/package-version.ts';
import { renderDocsPage } from '../web/docs-page.ts';
import { clientOf, type PageLimit } from '../web/page-answers.ts';

const API_TITLE = 'Chaintill merchant API';
const ETAG_LENGTH = 22;

/** The document without the address of a server, as committed in docs/. */
export function apiDocument(dialect: Dialect): OpenApiDocument {
  const version = packageVersion();
  return openApiDocument(Object.values(operations), { title: API_TITLE, version, dialect });
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Read by documentation tools in the browser; it holds nothing secret.
  'access-control-allow-origin': '*',
} as const;

/** No script at all, styles from here alone. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

export function addDocumentRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  // The address is known once the server listens, so it is put in when somebody asks first.
  const make = (dialect: Dialect) =>
    madeOnce((url): Made => {
      const ofThisServer = { ...apiDocument(dialect), servers: [{ url }] };
      return {
        json: fixedText(JSON.stringify(ofThisServer)),
        page: fixedText(renderDocsPage(ofThisServer, dialect)),
      };
    });
  const made = { 1: make(1), 2: make(2) } as const;
  const add = (path: string, kind: keyof Made, headers: Readonly<Record<string, string>>) =>
    fastify.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => {
        limit.take(clientOf(request.ip));
        const { body, etag } = made[dialectOf(request.query)](app.publicUrl.value)[kind];
        reply.headers(headers).header('etag', etag).header('cache-control', 'public, no-cache');
        if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
        return reply.send(body);
      },
    });
  add('/openapi.json', 'json', jsonHeaders);
  add('/docs', 'page', pageHeaders);
}

function dialectOf(query: unknown): Dialect {
  return (query as Readonly<Record<string, unknown>>)['version'] === '2' ? 2 : 1;
}

interface Made {
  readonly json: FixedText;
  readonly page: FixedText;
}

interface FixedText {
  readonly body: Buffer;
  readonly etag: string;
}

function fixedText(text: string): FixedText {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH);
  return { body: Buffer.from(text), etag: `"${hash}"` };
}

/** Rendering takes tens of milliseconds, and anybody may ask: it is done again only for another address. */
function madeOnce<T>(make: (url: string) => T): (url: string) => T {
  let last: { readonly url: string; readonly made: T } | null = null;
  return (url) => {
    if (last?.url !== url) last = { url, made: make(url) };
    return last.made;
  };
}
