// The sandbox API names a coin by its currency and network, as the merchant API does.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { movableClock } from '../../src/core/clock.ts';
import { addSandboxRoutes } from '../../src/http/sandbox-routes.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  const on = { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' };
  world = await createWorld(on, { coins: ['POL', 'USDC', 'USDC.polygon'] });
  const { app, simulations } = world.assembled;
  server = createServer(app, handlers);
  const gates = { simulations: defined(simulations, 'a sandbox'), clock: movableClock() };
  addSandboxRoutes(server.fastify, app, gates);
});
afterAll(async () => {
  await server.fastify.close();
  await world.close();
});

async function send(path: string, body?: object): Promise<{ status: number; text: string }> {
  const answer = await server.fastify.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/sandbox/${path}`,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  });
  return { status: answer.statusCode, text: answer.body };
}

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  [undefined, 'ethereum'],
  ['ethereum', 'ethereum'],
  ['polygon', 'polygon'],
])('a payment on the network %s gets %s', async (network, shown) => {
  const paid = await send('payments', { address: ADDRESS, currency: 'USDC', network, amount: '5' });
  expect(JSON.parse(paid.text)).toEqual({
    currency: 'USDC',
    network: shown,
    txid: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
});

test('blocks, reorganizations and settings take the network', async () => {
  const polygon = { currency: 'USDC', network: 'polygon' };
  expect((await send('blocks', { ...polygon, count: 2 })).status).toBe(200);
  expect((await send('reorganisations', { ...polygon, depth: 1 })).status).toBe(200);
  const { text } = await send('settings', { ...polygon, fee_percent: 300 });
  expect(JSON.parse(text).chains.USDC).toMatchObject({
    fee_percent: 100,
    networks: { polygon: { fee_percent: 300 } },
  });
  expect(text).not.toContain('USDC.polygon');
});

test('an unknown network and an internal code are rejected with the valid values', async () => {
  const unknown = await send('blocks', { currency: 'USDC', network: 'bitcoin' });
  expect(JSON.parse(unknown.text).error.details).toMatchObject([
    { target: 'network', args: { list: ['ethereum', 'polygon'] } },
  ]);
  for (const currency of ['USDC.base', 'EUR']) {
    const { status, text } = await send('blocks', { currency });
    expect(status).toBe(422);
    expect(text).not.toMatch(/USDC\.\w/);
  }
});

test('unmatched payments name the currency and the network', async () => {
  const { status, text } = await send('unmatched');
  expect(status).toBe(200);
  expect(text).not.toContain('USDC.polygon');
});
