// Serves the documentation that scripts/build.js built (site/build.ts), with this service's address in it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { escapeText, trimTrailing } from '../core/escape-text.ts';
import { packageFolder } from '../core/places.ts';
import { sitePath } from '../core/site-path.ts';
import { type CodedFile, type Coding, sendCoded } from './assets.ts';
import { readBuilt } from './dashboard-routes.ts';
import { dashboardAssetHeaders, documentsHeaders } from './headers.ts';
import { clientOf, type PageLimit } from './page-answers.ts';

const FOLDER = join(packageFolder, 'dist/site');
const PAGES = join(FOLDER, 'pages');
const ASSETS = join(FOLDER, 'assets');
const PLACE = 'https://address-of-this-till.invalid';
/** At this quality, compressing a page of 50 kB takes a millisecond; at the maximum quality, a hundred. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export interface SiteFiles {
  /** Keyed by path without the site's prefix, for example `/docs/api`. */
  page(path: string, place: SitePlace): CodedFile | undefined;
  /** Keyed by name below `/docs/assets/`. */
  asset(name: string): CodedFile | undefined;
}

export interface SitePlace {
  readonly url: string;
  readonly site: string;
}

/** Null when the documentation was not built. */
function loadSite(): SiteFiles | null {
  if (!existsSync(PAGES)) return null;
  const paths = readdirSync(PAGES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => extname(path) === '.html',
  );
  const pages = new Map(
    paths.map((path) => [
      `/${path.replaceAll('\\', '/').slice(0, -'.html'.length)}`,
      madeOnce((url, site) => madePage(join(PAGES, path), { url, site })),
    ]),
  );
  const names = readdirSync(ASSETS).filter((name) => !/\.(br|gz)$/.test(name));
  const assets = new Map(
    names.map((name) => [name, madeOnce(() => readBuilt(join(ASSETS, name)))]),
  );
  return {
    page: (path, { url, site }) => pages.get(path)?.(url, site),
    asset: (name) => assets.get(name)?.(''),
  };
}

/** Matches only attributes, because quotes in text are escaped. */
const OWN_LINK = /((?:href|src|data-[a-z]+)=")(?=\/[a-z])/g;

function madePage(file: string, { url, site }: SitePlace): CodedFile {
  const text = readFileSync(file, 'utf8').replaceAll(PLACE, escapeText(url));
  const placed = text.replaceAll(OWN_LINK, `$1${escapeText(site)}`);
  const body = Buffer.from(placed.replace('data-site=""', `data-site="${escapeText(site)}"`));
  const bodies = new Map<Coding, Buffer>([
    ['br', brotliCompressSync(body, QUALITY)],
    ['gzip', gzipSync(body)],
    ['identity', body],
  ]);
  return {
    contentType: 'text/html; charset=utf-8',
    content: body,
    version: createHash('sha256').update(body).digest('hex').slice(0, 16),
    bodies: () => bodies,
  };
}

export function madeOnce<T>(
  make: (url: string, site: string) => T,
): (url: string, site?: string) => T {
  let last: { readonly url: string; readonly made: T } | null = null;
  return (url, site = '') => {
    if (last?.url !== url) last = { url, made: make(url, site) };
    return last.made;
  };
}

export function addSiteRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  const files = loadSite();
  if (files === null) {
    app.log.warn({}, 'documentation is not built: npm run build');
    return;
  }
  const site = sitePath(app.config);
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    limit.take(clientOf(request.ip));
    const [path = ''] = request.url.split('?');
    const moved = movedTo(path, request);
    if (moved !== null) return reply.headers(documentsHeaders()).redirect(`${site}${moved}`, 301);
    const page = files.page(path, { url: app.publicUrl.value, site });
    if (page === undefined) throw notFound();
    return sendCoded(page, request, reply.headers(documentsHeaders()));
  };
  for (const url of ['/docs', '/docs/*']) fastify.route({ method: ['GET', 'HEAD'], url, handler });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/docs/assets/:name',
    handler: (request, reply) => {
      const { name = '' } = request.params as { name?: string };
      const asset = files.asset(name);
      if (asset === undefined) throw notFound();
      return sendCoded(asset, request, reply.headers(dashboardAssetHeaders(asset.contentType)));
    },
  });
}

/** Redirects the former addresses: the API reference was at /docs, its version 2 at /docs?version=2. */
function movedTo(path: string, request: FastifyRequest): string | null {
  const { version } = request.query as { version?: unknown };
  if (path === '/docs' && version !== undefined)
    return version === '2' ? '/docs/api-2' : '/docs/api';
  return path.endsWith('/') ? trimTrailing(path, '/') : null;
}
