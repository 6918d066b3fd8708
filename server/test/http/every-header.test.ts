// Guarantee: every response of every route has the security headers of its kind. One table has all routes; a route that
// is missing in it fails.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '../../src/http/server.ts';
import { type Browser, personIn } from '../people/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { pathOf, serveAllRoutes } from './all-routes.ts';

let world: World;
let merchant: Merchant;
let auditor: Browser;
let server: Server;
let fastify: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  merchant = await world.merchant();
  auditor = await personIn(world, { name: 'Ada', role: 'auditor' });
  ({ server, fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});

type Table = Readonly<Record<string, RegExp>>;

const FRAME_DENIED = /frame-ancestors 'none'/;
const ALWAYS: Table = { 'x-content-type-options': /^nosniff$/ };
const NOT_CACHED: Table = { 'cache-control': /^no-store$/ };
const NOT_FRAMED: Table = { 'content-security-policy': FRAME_DENIED };
const ADMIN: Table = {
  ...NOT_CACHED,
  'x-frame-options': /^DENY$/,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'cross-origin-resource-policy': /^same-origin$/,
};
/** The first pattern that matches a path applies. */
const TABLE: readonly (readonly [path: RegExp, headers: Table])[] = [
  [/^\/admin\/api\//, ADMIN],
  [/^\/dashboard\/assets\//, NOT_FRAMED],
  [/^\/(dashboard|$)/, { ...NOT_CACHED, ...NOT_FRAMED }],
  [/^\/api\//, { ...NOT_CACHED, ...NOT_FRAMED, 'x-frame-options': /^DENY$/ }],
  // Any shop may embed its customers' pages, and none of them leaks its URL.
  [
    /^\/((invoices|channels|subscriptions|checkouts|refunds|pull-payments|pay|pos|i)\/|status|invoice)/,
    { ...NOT_CACHED, 'content-security-policy': /frame-ancestors (\*|'none')/ },
  ],
  [/^\/\.well-known\//, { ...NOT_CACHED, ...NOT_FRAMED }],
  // A click on it ends a person's notifications.
  [/^\/unsubscribe/, { ...NOT_CACHED, ...NOT_FRAMED }],
  // A click on it confirms or stops a reminder. Messages about errors may be framed.
  [/^\/reminders\//, { ...NOT_CACHED, 'content-security-policy': /frame-ancestors/ }],
  // The consent is a page of the dashboard. Messages about errors may be framed.
  [/^\/api-keys\/authorize/, { ...NOT_CACHED, ...NOT_FRAMED }],
  [/^\/api-keys\/granted/, { ...NOT_CACHED, 'content-security-policy': /frame-ancestors/ }],
  [/^\/(assets|brand|docs|openapi|pay\.js$|modal\/)/, NOT_FRAMED],
  [/^\/(health|ready|live|metrics|sandbox)/, NOT_FRAMED],
];
const NEVER = ['server', 'x-powered-by', 'access-control-allow-credentials'];

function faultsOf(name: string, url: string, headers: Readonly<Record<string, unknown>>): string[] {
  const own = TABLE.find(([path]) => path.test(url))?.[1];
  if (own === undefined) return [`${name}: not in the table`];
  const text = (header: string) => String(headers[header] ?? '');
  const wrong = Object.entries({ ...ALWAYS, ...own }).filter(
    ([header, pattern]) => !pattern.test(text(header)),
  );
  const policy = text('content-security-policy');
  return [
    ...wrong.map(([header]) => `${name}: ${header} is ${text(header)}`),
    ...NEVER.filter((header) => header in headers).map((header) => `${name}: ${header}`),
    ...(/unsafe-|script-src[^;]*\*/.test(policy) ? [`${name}: ${policy}`] : []),
  ];
}

test('every existing route', async () => {
  const routes = server.routes.all();
  expect(routes.length).toBeGreaterThan(150);
  const faults: string[] = [];
  for (const [pattern, methods] of routes)
    for (const method of methods) {
      const url = pathOf(world, pattern);
      for (const origin of ['https://evil.example', world.url]) {
        const { headers, statusCode } = await fastify.inject({
          method: method as 'GET',
          url,
          headers: { host: new URL(world.url).host, origin, 'content-type': 'application/json' },
          ...(method === 'GET' || method === 'HEAD' ? {} : { payload: '{}' }),
        });
        faults.push(...faultsOf(`${method} ${pattern} ${statusCode}`, url, headers));
      }
    }
  expect([...new Set(faults)]).toEqual([]);
});

test('responses to authorized clients: a dashboard page, an export, the stream, a customer', async () => {
  const invoice = await merchant.api.invoices.create({
    price_amount: '10',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  const { id } = merchant.project;
  const found: string[] = [];
  for (const path of [
    '/dashboard/',
    '/dashboard/anything',
    '/docs',
    '/openapi.json',
    '/nothing-here',
    `/invoices/${invoice.id}`,
    '/admin/api/me',
    '/admin/api/events',
    '/admin/api/exports/operations/withdrawals.list.csv',
    `/admin/api/exports/projects/${id}/listTransactions.xlsx`,
  ]) {
    const stop = new AbortController();
    const answer = await fetch(`${world.url}${path}`, {
      headers: { cookie: auditor.cookie },
      signal: stop.signal,
    });
    const expected = path === '/nothing-here' ? 404 : 200;
    if (answer.status !== expected) found.push(`${path}: ${answer.status}`);
    const table = path === '/nothing-here' ? '/api/' : path;
    found.push(...faultsOf(path, table, Object.fromEntries(answer.headers)));
    stop.abort();
  }
  expect(found).toEqual([]);
});
