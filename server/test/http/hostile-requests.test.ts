// Guarantee: whatever an unauthenticated client sends to any route, the response is no 5xx, is fast, and repeats
// nothing of the request as markup, as control characters, or in a header. The routes are those of the running server,
// so that a new one is covered without being listed.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '../../src/http/server.ts';
import { baits, hostileCorpus, markupTexts, obeyed } from '../support/hostile.ts';
import { createWorld, type World } from '../support/world.ts';
import { pathOf, serveAllRoutes } from './all-routes.ts';

let world: World;
let server: Server;
let fastify: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['BTC'] });
  ({ server, fastify } = serveAllRoutes(world, { openMilliseconds: Number.POSITIVE_INFINITY }));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

const TEXTS = [...baits(1000), ...hostileCorpus];
let taken = 0;
/** The next text of the corpus, cut to the length: all are sent, each to some routes. */
function nextText(lengthMax: number): string {
  taken += 1;
  const text = [...(TEXTS[taken % TEXTS.length] ?? '')].slice(0, lengthMax).join('');
  return Buffer.from(text).toString();
}

const NAMES_OF_QUERY = [
  'locale',
  'id',
  'v',
  'limit',
  'from',
  'starting_after',
  'project',
  '__proto__',
];
const NAMES_OF_BODY = ['token', 'name', 'password', 'pay_currency', 'amount', 'coin', 'metadata'];
const HEADERS = [
  'authorization',
  'cookie',
  'accept',
  'accept-language',
  'if-none-match',
  'origin',
  'range',
  'idempotency-key',
  'user-agent',
  'x-forwarded-for',
  'date',
  'api-version',
  'traceparent',
];

/** Headers can't have line ends or characters above Latin-1: Node rejects them before any route. */
const forHeader = (text: string) => text.replaceAll(/[^\t\u0020-\u007e\u00a0-\u00ff]/g, '~');

const typed = (type: string) => ({ 'content-type': type });
const JSON_TYPE = typed('application/json');

/** The targets for one route: its path with `:name` and `*` filled in. */
function requestsTo(pattern: string): readonly Request[] {
  const usual = pathOf(world, pattern);
  const fill = (text: string) => pattern.replaceAll(/:\w+/g, () => text).replace('*', () => text);
  const fields = (names: readonly string[]) => names.map((name) => [name, nextText(4000)] as const);
  const headers = Object.fromEntries(HEADERS.map((name) => [name, forHeader(nextText(2000))]));
  const markup = markupTexts[taken % markupTexts.length] ?? '';
  const nested = '[{"a":'.repeat(2000);
  return [
    { url: fill(encodeURIComponent(nextText(200))), headers: {} },
    { url: fill(encodeURIComponent(markup)), headers: {} },
    {
      url: fill(['%00', '%ff%fe', '..%2f..%2fetc', '%', '%e2%80%ae'][taken % 5] ?? ''),
      headers: {},
    },
    {
      url: `${usual}?${new URLSearchParams(fields(NAMES_OF_QUERY).map(([...pair]) => pair))}`,
      headers: {},
    },
    { url: `${usual}?locale=${encodeURIComponent(markup)}&${'a[]=1&'.repeat(300)}`, headers: {} },
    { url: usual, headers },
    {
      url: usual,
      headers: JSON_TYPE,
      payload: JSON.stringify(Object.fromEntries(fields(NAMES_OF_BODY))),
    },
    {
      url: usual,
      headers: JSON_TYPE,
      payload: `{"__proto__":{"x":1},"constructor":{"prototype":{}},"name":${JSON.stringify(markup)}}`,
    },
    { url: usual, headers: JSON_TYPE, payload: nested },
    {
      url: usual,
      headers: JSON_TYPE,
      payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x00, 0x22, 0x7d]),
    },
    {
      url: usual,
      headers: typed('application/x-www-form-urlencoded'),
      payload: `${new URLSearchParams(fields(NAMES_OF_BODY).map(([...pair]) => pair))}`,
    },
    {
      url: usual,
      headers: typed(forHeader(nextText(500)) || 'text/plain'),
      payload: nextText(20_000),
    },
  ];
}

/** The timeout of a route that hangs takes minutes. */
const LIMIT_MILLISECONDS = 5000;
const MARKUP = /<script>window\.hostileHit|<img src=x|<svg\/onload|href="javascript:/;

function faultsOf(answer: LightMyRequestResponse, spent: number): readonly string[] {
  const { statusCode: status, headers, body } = answer;
  // It reports whether the service is ready, which this one without workers is not.
  const isReadiness = body.startsWith('{"status":"not ready"');
  const reported = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  const isMarkup = !String(headers['content-type']).startsWith('application/json');
  return [
    ...(status >= 500 && !isReadiness ? [`answers ${status}: ${body.slice(0, 200)}`] : []),
    ...(spent > LIMIT_MILLISECONDS ? [`takes ${Math.round(spent)} ms`] : []),
    ...(isMarkup && MARKUP.test(body) ? ['repeats markup'] : []),
    ...(isMarkup && status >= 400 && obeyed.test(body) ? ['repeats what is obeyed'] : []),
    ...(/evil\.example|Bcc:|<img|\u202e/.test(reported) ? [`has it in a header: ${reported}`] : []),
  ];
}

/** Each request comes from another client, as the rate limit per client is not under test. */
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

test('every route, each of its methods', async () => {
  const routes = server.routes.all();
  expect(routes.length).toBeGreaterThan(150);
  const faults = new Set<string>();
  let requested = 0;
  for (const [pattern, methods] of routes) {
    // It responds when something happens.
    if (pattern.endsWith('/events')) continue;
    for (const method of methods)
      for (const { url, headers, payload } of requestsTo(pattern)) {
        if (payload !== undefined && (method === 'GET' || method === 'HEAD')) continue;
        const { user, system } = process.cpuUsage();
        const answer = await fastify.inject({
          method: method as 'GET',
          url,
          remoteAddress: addressOf(++requested),
          headers: { host: new URL(world.url).host, ...headers },
          ...(payload !== undefined && { payload }),
        });
        const after = process.cpuUsage();
        const spent = (after.user + after.system - user - system) / 1000;
        for (const fault of faultsOf(answer, spent)) faults.add(`${method} ${pattern} ${fault}`);
      }
  }
  expect(requested).toBeGreaterThan(TEXTS.length);
  expect([...faults]).toEqual([]);
}, 120_000);
