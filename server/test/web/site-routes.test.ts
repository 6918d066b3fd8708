// Guarantees of the built documents at /docs: every page exists, requests nothing from other hosts, runs only the
// site's script, and its links resolve.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { moment, trustedClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { packageFolder } from '../../src/core/places.ts';
import { seededRandom } from '../../src/core/random.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';

const app = {
  config: readConfig({}),
  log: createLog('silent'),
  random: seededRandom('site'),
  machineClock: trustedClock(moment()),
  schema: { mismatch: null },
  publicUrl: { value: 'https://till.example' },
  payerDomains: { current: { ofProject: new Map(), projectAt: new Map() } },
  traces: null,
} as unknown as App;

const folder = join(packageFolder, 'dist/site/pages');
const addresses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html'))
  .map((path) => `/${path.slice(0, -'.html'.length)}`);

let server: Server;
const pages = new Map<string, string>();
let client = 0;
/** From another client each time: the rate limit is for one reader, not for 200 pages in a second. */
const get = (url: string, headers: Record<string, string> = {}) => {
  client += 1;
  const remoteAddress = `192.0.2.${client % 250}`;
  return server.fastify.inject({ method: 'GET', url, headers, remoteAddress });
};
beforeAll(async () => {
  server = createServer(app, handlers);
  for (const address of addresses) {
    const answer = await get(address);
    expect([address, answer.statusCode]).toEqual([address, 200]);
    pages.set(address, answer.body);
  }
});
afterAll(() => server.fastify.close());

test('every page is one document with its own title', () => {
  const titles = [...pages].map(([, body]) => /<title>([^<]+)</.exec(body)?.[1] ?? '');
  expect(titles.filter((title) => title.startsWith(' ·') || title === '')).toEqual([]);
  for (const [address, body] of pages)
    if (!address.startsWith('/docs/contributors'))
      expect([address, body.split('<h1').length]).toEqual([address, 2]);
});

test('no page has inline code or requests other hosts', () => {
  const wrong = [...pages].filter(([, body]) =>
    /<style|\sstyle=|\son\w+=|<script(?! type="module" src="\/docs\/assets\/)|<(?:img|link|script)[^>]+(?:src|href)="(?!\/docs\/assets\/|data:,")/.test(
      body,
    ),
  );
  expect(wrong.map(([address]) => address)).toEqual([]);
});

test('every link resolves to a page, and to a heading in it', async () => {
  const ids = new Map([...pages].map(([address, body]) => [address, idsOf(body)]));
  const [, notices = ''] =
    /"(\/docs\/assets\/third-party-notices[^"]+)"/.exec(pages.get('/docs') ?? '') ?? [];
  const file = await get(notices);
  expect([file.statusCode, file.headers['content-type']]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ]);
  ids.set(notices, new Set());
  const dead: string[] = [];
  for (const [address, body] of pages)
    for (const [, href = ''] of body.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const { pathname, origin, hash } = new URL(href, `https://till.example${address}`);
      if (origin !== 'https://till.example' || pathname === '/openapi.json') continue;
      const found = ids.get(pathname);
      const isThere = hash === '' || found?.has(decodeURIComponent(hash.slice(1)));
      if (found === undefined || !isThere) dead.push(`${address}: ${href}`);
    }
  expect([...new Set(dead)]).toEqual([]);
});

test('ids are unique within a page', () => {
  const twice = [...pages].filter(([, body]) => listOfIds(body).length !== idsOf(body).size);
  expect(twice.map(([address]) => address)).toEqual([]);
});

test('files have content hashes, are cached permanently, and are sent compressed', async () => {
  const body = pages.get('/docs') ?? '';
  const names = [...body.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const plain = await get(name);
    const packed = await get(name, { 'accept-encoding': 'gzip, br' });
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await get(name, { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('a page is compressed, cacheable, and only from here', async () => {
  const packed = await get('/docs/money', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(pages.get('/docs/money'));
  const { etag } = packed.headers;
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(etag) };
  const again = await get('/docs/money', headers);
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  expect(packed.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  );
});

test('trailing slashes are removed, however many', async () => {
  const answer = await get(`/docs/api${'/'.repeat(15_000)}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/docs/api']);
  expect((await get(`/docs/${'/'.repeat(15_000)}x`)).statusCode).toBe(404);
});

test('a missing page returns 404', async () => {
  for (const path of ['/docs/nothing', '/docs/assets/nothing.js', '/docs/..%2f..%2fpackage'])
    expect((await get(path)).statusCode).toBe(404);
});

function listOfIds(body: string): string[] {
  return [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
}

function idsOf(body: string): ReadonlySet<string> {
  return new Set(listOfIds(body));
}
