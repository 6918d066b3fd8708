// Guarantees of /openapi.json and the reference at /docs/api, and that the document's paths match the router.
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import type { OpenApiDocument } from '../../src/contract/openapi-types.ts';
import { moment, trustedClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { seededRandom } from '../../src/core/random.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';

/** The part of the application that unauthenticated responses need: no database, no chains. */
const app = {
  config: readConfig({}),
  log: createLog('silent'),
  random: seededRandom('documents'),
  machineClock: trustedClock(moment()),
  schema: { mismatch: null },
  publicUrl: { value: 'https://till.example' },
  payerDomains: { current: { ofProject: new Map(), projectAt: new Map() } },
  traces: null,
} as unknown as App;

let server: Server;
let clients = 0;
beforeAll(() => {
  server = createServer(app, handlers);
});
afterAll(() => server.fastify.close());

const get = (url: string) => server.fastify.inject({ method: 'GET', url });
const documentNow = async (url = '/openapi.json') => (await get(url)).json<OpenApiDocument>();

test('the document is served unsigned and names the address of the server', async () => {
  const answer = await get('/openapi.json');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json<OpenApiDocument>().servers).toEqual([{ url: 'https://till.example' }]);
});

test.each(['/openapi.json', '/docs/api'])(
  '%s is created once, and revalidated without being sent again',
  async (url) => {
    const first = await get(url);
    const { etag } = first.headers;
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const headers = { 'if-none-match': String(etag) };
    const again = await server.fastify.inject({ method: 'GET', url, headers });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    app.publicUrl.value = 'https://other.example';
    const moved = await server.fastify.inject({ method: 'GET', url, headers });
    expect(moved.statusCode).toBe(200);
    expect(moved.body).toContain('https://other.example');
    app.publicUrl.value = 'https://till.example';
  },
);

test('there is a reference of each version, with a switch to the other', async () => {
  const [first, second] = [await get('/docs/api'), await get('/docs/api-2')];
  const current = (version: number) => new RegExp(`aria-current="page">Version ${version}<`);
  expect(first.body).toMatch(current(1));
  expect(second.body).toMatch(current(2));
  for (const { body } of [first, second]) {
    expect(body).toContain('href="/docs/api"');
    expect(body).toContain('href="/docs/api-2"');
  }
  expect(first.body).toContain('href="/openapi.json"');
  expect(second.body).toContain('href="/openapi.json?version=2"');
  expect(first.headers.etag).not.toBe(second.headers.etag);
  const schema = async (url: string) => {
    const { paths } = (await get(url)).json<OpenApiDocument>();
    return JSON.stringify(paths['/api/invoices/{invoice_id}']?.get?.responses['200']);
  };
  expect(await schema('/openapi.json')).not.toContain('"data"');
  expect(await schema('/openapi.json?version=2')).toContain('"data"');
});

test.each([
  ['/docs?version=2', '/docs/api-2'],
  ['/docs?version=1', '/docs/api'],
  ['/docs/', '/docs'],
])('%s, its former address, redirects to %s', async (old, address) => {
  const answer = await get(old);
  expect([answer.statusCode, answer.headers.location]).toEqual([301, address]);
});

test('endless requests for open routes get a rate limit', async () => {
  const remoteAddress = '192.0.2.9';
  const send = (url: string) => server.fastify.inject({ method: 'GET', url, remoteAddress });
  // The allowance refills during the requests, so how many it takes depends on the machine.
  const requestUntilRefused = async (url: string) => {
    for (let n = 0; n < 50_000; n++) {
      const answer = await send(url);
      if (answer.statusCode === 429) return answer;
    }
    throw new Error(`${url} is never refused`);
  };
  expect((await requestUntilRefused('/docs')).headers['retry-after']).toBe('1');
  await requestUntilRefused('/nothing');
  await requestUntilRefused('/assets/payment-page.css');
  expect((await send('/api/accounts')).statusCode).toBe(401);
  expect((await get('/assets/payment-page.css')).statusCode).toBe(200);
});

test('a request with two hosts is rejected', async () => {
  await server.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.fastify.server.address() as AddressInfo;
  const text = 'GET /docs HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n';
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 .*several Host headers/s);
});

test('every path of the document is routed to an operation that requires a signature', async () => {
  const { paths } = await documentNow();
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const answer = await server.fastify.inject({
        method: method.toUpperCase() as 'GET',
        url: path.replaceAll(/\{\w+\}/g, 'x'),
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 401]);
    }
  }
});

test('every error outside an operation is documented', async () => {
  const { paths } = await documentNow();
  const codes = JSON.stringify(paths['/api/accounts']?.get?.responses);
  expect((await get('/api/accounts')).json()).toMatchObject({ error: { code: 'unauthenticated' } });
  expect(codes).toContain('#/components/responses/Unauthenticated');
});

describe('the pages of the reference', () => {
  test.each([
    ['/docs/api', '/openapi.json'],
    ['/docs/api-2', '/openapi.json?version=2'],
  ])('%s has every operation, object and error', async (root, url) => {
    const pages = await pagesBelow(root);
    const ids = new Set([...pages.values()].flatMap((body) => idsOf(body)));
    const { paths, components } = await documentNow(url);
    for (const methods of Object.values(paths))
      for (const operation of Object.values(methods)) expect(ids).toContain(operation.operationId);
    for (const name of Object.keys(components.schemas)) expect(ids).toContain(`object-${name}`);
    expect(ids).toContain('error-unauthenticated');
  });

  test('show a command for each operation, filled in', async () => {
    const all = [...(await pagesBelow('/docs/api')).values()]
      .join('')
      .replace(/<\/?span[^>]*>/g, '');
    const commands = [...all.matchAll(/\.\/chaintill request (GET|POST|PATCH) ([^\n<]+)/g)];
    const { paths } = await documentNow();
    const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    expect(commands.length).toBe(count);
    for (const [line] of commands) expect(line).not.toMatch(/[{}]\w+\}|undefined|\/\/api/);
  });
});

/** Each page counts as a client of its own: this test reads more pages than one client may. */
async function pagesBelow(root: string): Promise<ReadonlyMap<string, string>> {
  clients += 1;
  const remoteAddress = `198.51.100.${clients}`;
  const read = async (url: string) => {
    const answer = await server.fastify.inject({ method: 'GET', url, remoteAddress });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.body;
  };
  const body = await read(root);
  const links = [...body.matchAll(/href="([^"#?]+)/g)].map(([, href = '']) => href);
  const pages = new Map<string, string>([[root, body]]);
  for (const href of links.filter((link) => link.startsWith(`${root}/`)))
    if (!pages.has(href)) pages.set(href, await read(href));
  expect(pages.size).toBeGreaterThan(10);
  return pages;
}

function idsOf(body: string): string[] {
  return [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
}
