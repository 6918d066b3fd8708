// Guarantees of the processor time budget: a client that used up its budget is rejected on every unsigned route, others
// and signed requests are not, and concurrent requests share the time in which they were open.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { withoutPorts } from '../../src/http/connections.ts';
import { processorBudget, processorMeter } from '../../src/http/processor-budget.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let server: Server;
let url: string;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_TRUSTED_PROXIES: '127.0.0.1' }, { coins: [] });
  server = createServer(world.app, handlers, { openMilliseconds: 5 });
  url = await server.fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.fastify.close();
  await world.close();
});

const statusOf = async (path: string, client: string, options: RequestInit = {}) => {
  const answer = await fetch(url + path, {
    ...options,
    headers: { 'x-forwarded-for': client, ...options.headers },
  });
  await answer.arrayBuffer();
  return answer.status;
};

async function useUp(client: string, path: string, options: RequestInit = {}): Promise<void> {
  for (let attempts = 0; attempts < 3000; attempts += 1)
    if ((await statusOf(path, client, options)) === 429) return;
  throw new Error(`${path} is never refused`);
}

test.each([
  [1, '/openapi.json', {}],
  [2, '/docs/nothing', {}],
  [3, '/nothing', { method: 'POST', body: 'x'.repeat(60_000) }],
  [4, '/invoices/01990000-0000-7000-8000-000000000000', {}],
  [5, '/api/invoices', { method: 'POST', body: 'x'.repeat(60_000) }],
])(
  '%d. %s: a client that used up its processor time is rejected on all routes',
  async (number, path, options) => {
    const client = `192.0.2.${number}`;
    await useUp(client, path, options);
    for (const other of ['/openapi.json', '/api/invoices', '/dashboard/', '/nothing'])
      expect([other, await statusOf(other, client)]).toEqual([other, 429]);
    expect(await statusOf('/health/live', client)).not.toBe(429);
    expect(await statusOf('/nothing', `198.51.100.${number}`)).not.toBe(429);
  },
);

test('another port in the forwarded address is not another client', async () => {
  await useUp('192.0.2.100:1000', '/openapi.json');
  for (const same of ['192.0.2.100:2000', '192.0.2.100', '198.51.100.7, 192.0.2.100:3'])
    expect(await statusOf('/openapi.json', same)).toBe(429);
  expect(withoutPorts('203.0.113.7:1,[2001:db8::1]:443, [::1] ,2001:db8::2, unknown')).toBe(
    '203.0.113.7, 2001:db8::1, ::1, 2001:db8::2, unknown',
  );
});

test('used budget is restored evenly within a minute', () => {
  let now = 0;
  const budget = processorBudget(1000, () => now);
  budget.insist('a');
  budget.charge('a', 1500);
  expect(() => budget.insist('a')).toThrowError(
    expect.objectContaining({ status: 429, retryAfterSeconds: 30 }),
  );
  budget.insist('b');
  now += 29 * SECOND;
  expect(() => budget.insist('a')).toThrow();
  now += 2 * SECOND;
  budget.insist('a');
  now += MINUTE;
  budget.charge('a', 1000);
  budget.insist('a');
});

test('concurrent requests share the time', () => {
  let active = 0;
  const meter = processorMeter(() => active);
  const first = meter.begin();
  active += 100;
  const second = meter.begin();
  active += 60;
  expect(second()).toBe(30);
  active += 10;
  expect(first()).toBe(140);
  active += 1000;
  expect(meter.begin()()).toBe(0);
});
