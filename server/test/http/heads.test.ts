// HEAD gets the response of GET without the body (RFC 9110, 9.3.2): monitors and load balancers use it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/core/log.ts';
import { addHealthRoutes } from '../../src/http/health-routes.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer, type Server } from '../../src/http/server.ts';
import { metricsServer } from '../../src/metrics/serve-metrics.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let server: Server;
let url: string;
beforeAll(async () => {
  world = await createWorld({}, { coins: [] });
  server = createServer(world.app, handlers);
  addHealthRoutes(server.fastify, world.app, () => null);
  url = await server.fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.fastify.close();
  await world.close();
});

test.each(['/health/live', '/health/ready', '/health/serving', '/openapi.json'])(
  '%s',
  async (path) => {
    const got = await fetch(url + path);
    const requested = await fetch(url + path, { method: 'HEAD' });
    expect(requested.status).toBe(got.status);
    expect(requested.headers.get('content-type')).toBe(got.headers.get('content-type'));
    expect(await requested.text()).toBe('');
    await got.text();
  },
);

test('signed read requests', async () => {
  const { key } = await world.merchant();
  const target = '/api/invoices?limit=1';
  const got = await signedCall(url, key, { method: 'GET', target });
  const requested = await signedCall(url, key, { method: 'HEAD', target });
  expect([requested.status, requested.text]).toEqual([200, '']);
  expect(requested.headers['content-length']).toBe(String(Buffer.byteLength(got.text)));
  const unsigned = await fetch(url + target, { method: 'HEAD' });
  expect(unsigned.status).toBe(401);
});

test('operations that change something do not accept HEAD', async () => {
  const answer = await fetch(`${url}/api/coin_withdrawals/1/commit`, { method: 'HEAD' });
  expect(answer.status).toBe(405);
});

test('the metrics for Prometheus', async () => {
  const log = createLog('silent');
  const metrics = metricsServer(async () => 'up 1\n', { contentType: 'text/plain', log });
  await metrics.listen({ host: '127.0.0.1', port: 0 });
  const { port } = metrics.server.address() as { port: number };
  const requested = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'HEAD' });
  expect([requested.status, requested.headers.get('content-type'), await requested.text()]).toEqual(
    [200, 'text/plain', ''],
  );
  metrics.close();
});
