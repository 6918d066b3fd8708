// Guarantees: idle connections and unfinished requests block no one, as the oldest of them are closed when there is no
// room, but never a request in progress. A shutdown interrupts no request.
import { Agent, createServer as createHttpServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { SECOND, sleep } from '../../src/core/clock.ts';
import { stopServer, watchConnections } from '../../src/http/connections.ts';
import { addHealthRoutes } from '../../src/http/health-routes.ts';
import { handlers } from '../../src/http/serve-operations.ts';
import { createServer } from '../../src/http/server.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const portOf = (server: NetServer) => (server.address() as AddressInfo).port;

/** A connection that has sent this data, with its state and the received data. */
function open(port: number, text: string): { socket: Socket; isClosed: boolean; got: string } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  const seen = { socket, isClosed: false, got: '' };
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    seen.got += bytes.toString();
  });
  socket.on('close', () => {
    seen.isClosed = true;
  });
  return seen;
}

test('when there is no room, the oldest idle connections and unfinished requests are closed first, and none in progress', async () => {
  const whole = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  let release = () => undefined as unknown;
  const server = createHttpServer((requested, answer) => {
    if (requested.url === '/slow') release = () => answer.end('slow');
    else requested.resume().on('end', () => answer.end('done'));
  });
  const connections = watchConnections(server, 4);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  const opened = async (text: string, count: number) => {
    const seen = open(port, text);
    await vi.waitFor(() => expect(connections.count()).toBe(count));
    return seen;
  };
  const slow = await opened(whole.replace('/ ', '/slow '), 1);
  const idle = await opened(whole, 2);
  await vi.waitFor(() => expect(idle.got).toContain('done'));
  const silent = await opened('', 3);
  const unfinished = await opened('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{', 4);
  const all = [slow, idle, silent, unfinished];
  const closed = () => all.map(({ isClosed }) => isClosed);
  for (const expected of [
    [false, false, true, false],
    [false, false, true, true],
    [false, true, true, true],
  ]) {
    const next = open(port, whole);
    await vi.waitFor(() => expect(next.got).toContain('done'));
    await vi.waitFor(() => expect(closed()).toEqual(expected));
  }
  release();
  await vi.waitFor(() => expect(slow.got).toContain('slow'));
  server.closeAllConnections();
  server.close();
});

test('a connection without a complete request gets a timeout within half a minute', async () => {
  const { fastify } = createServer(world.app, handlers);
  const { headersTimeout, requestTimeout } = fastify.server;
  const { connectionsCheckingInterval } = fastify.server as unknown as Record<string, number>;
  const late = defined(connectionsCheckingInterval, 'how often Node looks');
  expect(headersTimeout + late).toBeLessThanOrEqual(15 * SECOND);
  expect(requestTimeout + late).toBeLessThanOrEqual(25 * SECOND);
  fastify.server.headersTimeout = 40;
  fastify.server.requestTimeout = 80;
  Object.assign(fastify.server, { connectionsCheckingInterval: 20 });
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(fastify.server);
  const body = 'POST /api/invoices HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{';
  for (const seen of [open(port, ''), open(port, body)])
    await vi.waitFor(() => {
      expect(seen.got).toContain('HTTP/1.1 408');
      expect(seen.isClosed).toBe(true);
    });
  await fastify.close();
});

test('a shutdown closes each connection with its response, reports not ready, and cuts no one off', async () => {
  const server = createServer(world.app, handlers);
  addHealthRoutes(server.fastify, world.app, () =>
    server.connections.isStopping() ? 'it is stopping' : null,
  );
  await server.fastify.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(server.fastify.server);
  const counts = { requested: 0 };
  const lastAnswers = Array.from({ length: 8 }, () => requestUntilClosed(port, counts));
  await vi.waitFor(() => expect(counts.requested).toBeGreaterThan(16));
  const stopped = stopServer(server);
  const last = await send(port, new Agent(), '/health/ready');
  expect(last.answer.statusCode).toBe(503);
  expect(JSON.parse(last.text).checks.service).toEqual({ ok: false, reason: 'it is stopping' });
  // Rejects when a request was interrupted.
  expect(await Promise.all(lastAnswers)).toEqual(lastAnswers.map(() => 'close'));
  await stopped;
  await expect(send(port, new Agent(), '/health/live')).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});

/** Sends requests over one kept-alive connection until a response closes it. */
async function requestUntilClosed(port: number, counts: { requested: number }): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const { answer } = await send(port, agent, '/health/live');
    counts.requested += 1;
    if (answer.headers.connection !== 'keep-alive') return String(answer.headers.connection);
    await sleep(2);
  }
}

function send(
  port: number,
  agent: Agent,
  path: string,
): Promise<{ answer: IncomingMessage; text: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, path }, (answer) => {
      let text = '';
      answer.on('data', (bytes) => {
        text += String(bytes);
      });
      answer.on('end', () => resolve({ answer, text }));
    })
      .on('error', reject)
      .end();
  });
}
