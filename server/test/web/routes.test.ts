// The routes of the hosted page over HTTP: what is served, limited and rejected.
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { createLog } from '../../src/core/log.ts';
import { rateLimit } from '../../src/http/rate-limit.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { paymentPageHeaders, paymentStatusHeaders } from '../../src/web/headers.ts';
import { addWebRoutes, PAGE_REQUESTS_PER_MINUTE } from '../../src/web/routes.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openPage, readStatus } from './support.ts';

let world: World;
let merchant: Merchant;
let page: string;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  page = await newInvoice({});
});
afterAll(() => world.close());

async function newInvoice(texts: Record<string, string>): Promise<string> {
  const order = { price_amount: '20.00', price_currency: 'EUR', pay_currency: 'LTC', ...texts };
  const { hosted_page_url } = await merchant.api.invoices.create(order);
  return hosted_page_url.replace(world.url, '');
}

const UNKNOWN_ID = '01936f7a-0000-7000-8000-000000000001';

test('a page has the strict headers, and a button to refresh it where there is no script', async () => {
  const { status, headers, html } = await openPage(world, page);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject(paymentPageHeaders());
  expect(headers.has('x-frame-options')).toBe(false);
  expect(html).not.toContain('http-equiv');
  expect(html).toMatch(/<noscript><a [^>]*>Refresh<\/a><\/noscript>/);
});

test.each([
  `/invoices/${UNKNOWN_ID}`,
  `/channels/${UNKNOWN_ID}`,
  '/invoices/1',
  `/invoices/${UNKNOWN_ID}%20or%201=1`,
  '/invoices/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/channels/..%2f..%2fetc%2fpasswd',
])('%s is not a page: 404 with a message and the same headers', async (path) => {
  const { status, headers, html, pageText } = await openPage(world, path);
  expect(status).toBe(404);
  expect(Object.fromEntries(headers)).toMatchObject(paymentPageHeaders());
  expect(pageText).toContain('Payment not found');
  expect(html).not.toContain('<script');
});

test('an invoice is no channel, and a channel no invoice', async () => {
  const { status } = await openPage(world, page.replace('/invoices/', '/channels/'));
  expect(status).toBe(404);
});

test('the status is JSON with its own headers; without its object it is the 404 of the API', async () => {
  const response = await fetch(`${world.url}${page}/status`);
  expect(Object.fromEntries(response.headers)).toMatchObject(paymentStatusHeaders());
  expect(await response.json()).toMatchObject({ status: 'waiting', seconds_left: 600 });
  for (const id of [UNKNOWN_ID, 'x']) {
    const missing = await fetch(`${world.url}/invoices/${id}/status`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await missing.json()).toMatchObject({ error: { code: 'not_found' } });
  }
});

test('the language is that of the URL, otherwise that of the browser', async () => {
  const german = { 'accept-language': 'de-AT, en;q=0.5' };
  expect((await openPage(world, page, german)).html).toContain('<html lang="de"');
  expect((await openPage(world, `${page}?locale=jp`, german)).html).toContain('<html lang="ja"');
  expect((await openPage(world, `${page}?locale=fr&locale=es`, german)).html).toContain(
    'lang="de"',
  );
  expect((await openPage(world, '/invoices/1', german)).pageText).toContain(
    'Zahlung nicht gefunden',
  );
});

const HOSTILE = [
  '"><script>alert(1)</script>',
  "' onfocus='alert(1)' autofocus='",
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\\\\evil.example',
  '//evil.example',
  '{{constructor.constructor("alert(1)")()}}\u0024{alert(1)}<%= 1 %>',
  '\u202Egnp.exe\u2066 \u200B é 漢字 🧾',
  '</title></main><base href=//evil.example><img src=x onerror=alert(1)>',
];

test.each(HOSTILE)('the name and description %j stay text', async (text) => {
  const invoice = await newInvoice({ name: text, description: text });
  const channel = await merchant.api.channels.create({
    name: text,
    description: text,
    pay_currency: 'BTC',
    receiver_currency: 'EUR',
  });
  for (const path of [invoice, `/channels/${channel.id}`]) {
    const { html } = await openPage(world, path);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<base|<img|[\u202A-\u202E\u2066-\u2069]/);
    const tags = [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""'));
    expect(tags.filter((tag) => /\s(on\w+|autofocus)\b/.test(tag))).toEqual([]);
  }
});

test.each(['payment-page.css', 'payment-page.js'])(
  '%s is cached permanently under its hashed URL, and revalidated under its plain one',
  async (name) => {
    const { html } = await openPage(world, page);
    const link = new RegExp(`"(/assets/${name}\\?v=[0-9a-f]{16})"`).exec(html)?.[1];
    const linked = await fetch(world.url + link);
    expect(linked.status).toBe(200);
    expect(linked.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const query of ['', '?v=0123456789abcdef']) {
      const plain = await fetch(`${world.url}/assets/${name}${query}`);
      expect(plain.headers.get('cache-control')).toBe('public, max-age=300');
      expect(await plain.text()).not.toBe('');
    }
    const etag = linked.headers.get('etag') ?? '';
    const again = await fetch(world.url + link, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);

test('every coin has the logo that the API returns, a plain image', async () => {
  for (const coin of await merchant.api.coins.list()) {
    const logo = await fetch(coin.logo_url);
    expect([coin.currency, logo.status]).toEqual([coin.currency, 200]);
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await logo.text()).toMatch(/^<svg [^>]*viewBox(?!.*(script|href|style=))/s);
  }
  expect((await fetch(`${world.url}/assets/coins/..%2fpayment-page.js`)).status).toBe(404);
});

/** The world's server with replaced parts, called without a network. */
async function serverOf(app: App, limitPerMinute = PAGE_REQUESTS_PER_MINUTE) {
  const { fastify } = createServer(app, handlers);
  if (limitPerMinute === PAGE_REQUESTS_PER_MINUTE) return fastify;
  const { default: createFastify } = await import('fastify');
  const limited = createFastify();
  const limit = rateLimit(limitPerMinute);
  addWebRoutes(limited, app, { limit, posts: limit, sessions: limit });
  return limited;
}

test('too many requests of one client immediately get a readable 429, and others are served', async () => {
  const server = await serverOf(world.app, 3);
  const open = (remoteAddress: string, url = page) => server.inject({ url, remoteAddress });
  for (let n = 0; n < 3; n++) expect((await open('2001:db8::1')).statusCode).toBe(200);
  // The same network of 64 bits.
  const refused = await open('2001:db8::2');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('20');
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
  expect(refused.body).toContain('Too many requests');
  expect(refused.body).toContain('data-retry-seconds="20"');
  expect(refused.body).toContain('href="?locale=en">Refresh</a>');
  expect((await open('2001:db8::1', `${page}/status`)).statusCode).toBe(429);
  expect((await open('2001:db8:0:1::1')).statusCode).toBe(200);
  expect((await open('192.0.2.1')).statusCode).toBe(200);
});

test('the service rate-limits its pages, far above the needs of one customer', async () => {
  const server = await serverOf(world.app);
  const open = () => server.inject({ url: '/invoices/1/status', remoteAddress: '192.0.2.2' });
  const codes: number[] = [];
  // The allowance refills while it is used, so a slow machine allows slightly more.
  while (!codes.includes(429) && codes.length < 5 * PAGE_REQUESTS_PER_MINUTE) {
    codes.push((await open()).statusCode);
  }
  expect(new Set(codes.slice(0, PAGE_REQUESTS_PER_MINUTE))).toEqual(new Set([404]));
  expect(codes).toContain(429);
});

test('an internal error is a page that retries, without details', async () => {
  const query = () => Promise.reject(new Error('connect ECONNREFUSED /secret/socket'));
  const server = await serverOf({ ...world.app, db: { ...world.app.db, query } });
  const { statusCode, body, headers } = await server.inject({ url: page });
  expect(statusCode).toBe(500);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body).toContain('This page is temporarily unavailable');
  expect(body).toContain('data-retry-seconds="20"');
  expect(body).toContain('Refresh</a>');
  expect(body).not.toContain('secret');
});

test('the log of a page has neither query, nor headers, nor texts of the page', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const named = await newInvoice({ name: 'canary-name', payer_email: 'canary@shop.example' });
  const server = await serverOf({ ...world.app, log: createLog('trace', sink) });
  const headers = {
    authorization: 'HMAC canary:key',
    cookie: 'canary=1',
    referer: 'http://canary',
  };
  for (const path of [named, `${named}/status`, '/invoices/1']) {
    await server.inject({ url: `${path}?locale=de&token=canary`, headers });
  }
  expect(lines.filter((line) => line.includes('"msg":"request"'))).toHaveLength(3);
  expect(lines.join('')).not.toContain('canary');
});

test('the pages accept HEAD, as link previews use it', async () => {
  const response = await fetch(world.url + page, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(await readStatus(world, page)).toMatchObject({ status: 'waiting' });
});
