// The sandbox accepts every coin code, including those of further networks, which are longer than ten characters.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { movableClock } from '../../src/core/clock.ts';
import { addSandboxRoutes } from '../../src/http/sandbox-routes.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: [], sends: false });
});
afterAll(() => world.close());

test.each([
  ['blocks', {}],
  ['reorganisations', { depth: 1 }],
  ['settings', { node_down: true }],
])('%s accepts a long code', async (path, others) => {
  const simulations = defined(world.assembled.simulations, 'a sandbox');
  const { fastify } = createServer(world.app, handlers);
  addSandboxRoutes(fastify, world.app, { simulations, clock: movableClock() });
  const answer = await fastify.inject({
    method: 'POST',
    url: `/sandbox/${path}`,
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: JSON.stringify({ currency: 'USDC.polygon', ...others }),
  });
  await fastify.close();
  // Parsed as a code, and compared with the enabled coins.
  expect(answer.statusCode).toBe(422);
  expect(answer.json().error.details).toMatchObject([
    { code: 'must_be_included_in', target: 'currency' },
  ]);
});
