// Guarantees of /health/ready: it fails when no process watches a chain, or a node hangs, whichever process is queried;
// public responses say what is wrong, but not the addresses of nodes. /health/serving is about the process.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchTaskName } from '../../src/chains/chain.ts';
import { addHealthRoutes } from '../../src/http/health-routes.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';
import { makeDue } from '../../src/workers/schedule.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  world = await createWorld({}, { people: true });
  server = createServer(world.app, handlers);
  addHealthRoutes(server.fastify, world.app, () => null);
});
afterAll(async () => {
  await server.fastify.close();
  await world.close();
});

test.each([
  'ChainUnavailable: connect ECONNREFUSED 10.1.2.3:8332',
  'connect ECONNREFUSED [fd00::1]:8332',
  'fetch of http://user:secret@btc-node.internal:8332/ failed',
  'getaddrinfo ENOTFOUND btc-node.internal:8332',
  "ENOENT: no such file, open '/srv/bitcoin/.cookie'",
])('hides the address in: %s', async (error) => {
  await world.app.db.query('update schedules set last_error = $2, failures = 3 where name = $1', [
    watchTaskName('BTC'),
    error,
  ]);
  const answer = await server.fastify.inject({ method: 'GET', url: '/health/ready' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const { reason } = answer.json().checks.chain_BTC;
  expect(reason).toContain('3 failed looks: ');
  expect(reason).toContain('<address>');
  expect(reason).not.toMatch(/8332|10\.1|fd00|internal|secret|srv/);
});

test.each([
  {
    when: 'no process with workers is running',
    lease: 'null',
    why: 'no process with workers is running',
  },
  {
    when: 'the process that looked is gone',
    lease: `now() - interval '2 seconds'`,
    why: 'no process with workers is running',
  },
  {
    when: 'a node hangs',
    lease: `now() + interval '1 minute'`,
    why: 'the node does not respond',
  },
])(
  'when $when, it is not ready after ten seconds, even after a block notification',
  async (row) => {
    await world.settle();
    const send = () => server.fastify.inject({ method: 'GET', url: '/health/ready' });
    await lookedAt('1 second', row.lease);
    expect((await send()).json().checks.chain_LTC).toEqual({ ok: true });
    await lookedAt('18 minutes', row.lease);
    await makeDue(world.app, watchTaskName('LTC'));
    const answer = await send();
    expect(answer.statusCode).toBe(503);
    const { ok, reason } = answer.json().checks.chain_LTC;
    expect(ok).toBe(false);
    expect(reason).toMatch(/^no look has ended for 10\d\d s: /);
    expect(reason).toContain(row.why);
  },
);

test.each([
  ['ha/haproxy.cfg', 'option httpchk GET /health/serving'],
  ['cells/haproxy.cfg', 'option httpchk GET /health/serving'],
  ['helm/chaintill/templates/deployment.yaml', 'httpGet: { path: /health/serving,'],
])('a coin without its node: deploy/%s leaves the process in', async (file, probe) => {
  expect(readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')).toContain(
    probe,
  );
  await world.app.db.query(
    `update schedules set last_error = 'away', failures = 3 where name = $1`,
    [watchTaskName('BTC')],
  );
  const send = (path: string) => server.fastify.inject({ method: 'GET', url: `/health/${path}` });
  expect((await send('ready')).statusCode).toBe(503);
  const serving = await send('serving');
  expect(serving.statusCode).toBe(200);
  const ok = { ok: true };
  expect(serving.json()).toEqual({
    status: 'serving',
    checks: { service: ok, database: ok, clock: ok },
  });
});

test('a process out of service serves no one', async () => {
  const stopping = createServer(world.app, handlers);
  addHealthRoutes(stopping.fastify, world.app, () => 'it is stopping');
  const serving = await stopping.fastify.inject({ method: 'GET', url: '/health/serving' });
  await stopping.fastify.close();
  expect(serving.statusCode).toBe(503);
  expect(serving.json()).toMatchObject({
    status: 'not serving',
    checks: { service: { ok: false, reason: 'it is stopping' } },
  });
});

const lookedAt = (ago: string, lease: string) =>
  world.app.db.query(
    `update schedules set due_at = now() - interval '${ago}', leased_until = ${lease} where name = $1`,
    [watchTaskName('LTC')],
  );

test('it reports that no process runs jobs, regardless of nodes, and that one does while it works', async () => {
  await world.settle();
  const workers = async () =>
    (await server.fastify.inject({ method: 'GET', url: '/health/ready' })).json().checks.workers;
  expect(await workers()).toEqual({ ok: true });
  await world.app.db.query(
    `update schedules set ended_at = now() - interval '40 seconds', leased_until = null`,
  );
  const why = 'no process with workers is running on this database';
  expect(await workers()).toEqual({ ok: false, reason: why });
  await world.app.db.query(
    `update schedules set leased_until = now() + interval '1 minute' where name = $1`,
    [watchTaskName('LTC')],
  );
  expect(await workers()).toEqual({ ok: true });
  await world.app.db.query('update schedules set leased_until = null');
});

test('a worker-only process has health, and nothing for merchants, customers or operators', async () => {
  const working = createServer(world.app, handlers, { isPublic: false });
  addHealthRoutes(working.fastify, world.app, () => null);
  const send = async (url: string) =>
    (await working.fastify.inject({ method: 'GET', url })).statusCode;
  expect(await send('/health/live')).toBe(200);
  for (const url of ['/api/accounts', '/docs', '/', '/openapi.json', '/admin', '/admin/api/me'])
    expect(await send(url), url).toBe(404);
  await working.fastify.close();
});
