// The API document at /openapi.json and the page made from it at /docs, both unsigned: they tell what
// the program is, nothing about a merchant.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { openApiDocument } from '../contract/openapi.ts';
import type { OpenApiDocument } from '../contract/openapi-types.ts';
import { operations } from '../contract/operations.ts';
import { renderDocsPage } from '../web/docs-page.ts';

const API_TITLE = 'Chaintill merchant API';
const PACKAGE_FOLDER = join(import.meta.dirname, '../..');

/** The document without the address of a server, as committed in docs/openapi.json. */
export function apiDocument(): OpenApiDocument {
  const text = readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return openApiDocument(Object.values(operations), { title: API_TITLE, version });
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

export function addDocumentRoutes(fastify: FastifyInstance, app: App): void {
  const document = apiDocument();
  // The address is known once the server listens, so it is put in when somebody asks.
  const ofThisServer = (): OpenApiDocument => ({
    ...document,
    servers: [{ url: app.publicUrl.value }],
  });
  fastify.get('/openapi.json', async (_request, reply) =>
    reply.headers(jsonHeaders).send(JSON.stringify(ofThisServer())),
  );
  fastify.get('/docs', async (_request, reply) =>
    reply.headers(pageHeaders).send(renderDocsPage(ofThisServer())),
  );
}
