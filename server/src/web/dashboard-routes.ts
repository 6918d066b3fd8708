// Serves the dashboard: one page at every address below /dashboard, and its files. This machine's IP address redirects
// to its host name, because sessions and passkeys are bound to the name.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { escapeText } from '../core/escape-text.ts';
import { packageFolder } from '../core/places.ts';
import { sitePath } from '../core/site-path.ts';
import { browserUrl } from '../people/links.ts';
import { type CodedFile, type Coding, sendCoded } from './assets.ts';
import { dashboardAssetHeaders, dashboardHeaders } from './headers.ts';
import { clientOf, type PageLimit } from './page-answers.ts';

interface DashboardFiles {
  page(answer: { nonce: string; site: string }): string;
  /** Keyed by name below `/dashboard/assets/`. */
  readonly assets: ReadonlyMap<string, CodedFile>;
}

const FOLDER = join(packageFolder, '../dashboard/dist');
const PLACE = 'NONCE-OF-THIS-ANSWER';
const SITE = 'PATH-OF-THIS-SITE';
const FILES = '="./assets/';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/** The last build, shared by several servers in one process. */
let loaded: { readonly text: string; readonly files: DashboardFiles } | null = null;

/** Null when the dashboard was not built. The page names its files, so a different build has a different page. */
function loadDashboard(): DashboardFiles | null {
  const page = join(FOLDER, 'index.html');
  if (!existsSync(page)) return null;
  const text = readFileSync(page, 'utf8');
  if (loaded?.text !== text) loaded = { text, files: readFiles(text) };
  return loaded.files;
}

function readFiles(text: string): DashboardFiles {
  const folder = join(FOLDER, 'assets');
  const names = readdirSync(folder).filter((name) => extname(name) in CONTENT_TYPES);
  return {
    page: ({ nonce, site }) =>
      text
        .replaceAll(PLACE, nonce)
        .replaceAll(SITE, escapeText(site))
        .replaceAll(FILES, `="${escapeText(site)}/dashboard/assets/`),
    assets: new Map(names.map((name) => [name, readBuilt(join(folder, name))])),
  };
}

export function readBuilt(path: string): CodedFile {
  const body = readFileSync(path);
  const compressed = [
    ['br', `${path}.br`],
    ['gzip', `${path}.gz`],
  ] as const;
  const found = compressed.flatMap(([coding, file]) =>
    existsSync(file) ? [[coding, readFileSync(file)] as const] : [],
  );
  const bodies = new Map<Coding, Buffer>([...found, ['identity', body]]);
  return {
    contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    content: body,
    bodies: () => bodies,
    version: createHash('sha256').update(body).digest('hex').slice(0, 16),
  };
}

const NONCE_BYTES = 16;

export function addDashboardRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  const files = loadDashboard();
  if (files === null) {
    app.log.warn({}, 'dashboard is not built: npm run build');
    return;
  }
  addRoot(fastify, app, limit);
  addPage(fastify, { app, limit, files });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/dashboard/assets/:name',
    handler: (request, reply) => {
      const { name = '' } = request.params as { name?: string };
      const asset = files.assets.get(name);
      if (asset === undefined) throw notFound();
      reply.headers(dashboardAssetHeaders(asset.contentType));
      return sendCoded(asset, request, reply);
    },
  });
}

function addRoot(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => {
      limit.take(clientOf(request.ip));
      if (request.headers.accept?.includes('text/html') !== true) throw notFound();
      const place = otherName(app, request) ?? '';
      reply.headers({ 'cache-control': 'no-store', vary: 'accept, host' });
      return reply.redirect(`${place}${sitePath(app.config)}/dashboard/`);
    },
  });
}

function addPage(
  fastify: FastifyInstance,
  { app, limit, files }: { app: App; limit: PageLimit; files: DashboardFiles },
): void {
  const site = sitePath(app.config);
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    limit.take(clientOf(request.ip));
    const nonce = app.random.bytes(NONCE_BYTES).toString('base64');
    reply.headers(dashboardHeaders(nonce));
    const place = otherName(app, request);
    if (place === null) return reply.send(files.page({ nonce, site }));
    return reply.header('vary', 'host').redirect(`${place}${site}${request.url}`);
  };
  for (const url of ['/dashboard', '/dashboard/*'])
    fastify.route({ method: ['GET', 'HEAD'], url, handler });
}

/** Null unless the request used this machine's IP address. */
function otherName({ publicUrl }: App, { headers }: FastifyRequest): string | null {
  const asListened = new URL(publicUrl.value);
  const asOpened = new URL(browserUrl(publicUrl.value));
  const isOther = asOpened.host !== asListened.host && headers.host === asListened.host;
  return isOther ? asOpened.origin : null;
}
