// Limits the number of connections. At the limit, silent connections and those with an incomplete request are closed
// first, so that idle clients cannot lock others out. Before a stop, every response closes its connection, which
// never cuts off a request.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { SECOND, sleep, steadyNow } from '../core/clock.ts';
import type { Server } from './server.ts';

const IPV4_WITH_PORT = /^(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}):\d{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([0-9a-f:.]{2,45})\](?::\d{1,5})?$/i;

/** No request passes through more proxies. The last entries come from the proxies nearest to this service. */
const ENTRIES_MAX = 100;

/** The last entries of the header, without ports and brackets. */
export function withoutPorts(header: string): string {
  return header
    .split(',')
    .slice(-ENTRIES_MAX)
    .map((entry) => {
      const address = entry.trim();
      const [, plain] = IPV4_WITH_PORT.exec(address) ?? IPV6_IN_BRACKETS.exec(address) ?? [];
      return plain ?? address;
    })
    .join(', ');
}

/** Far above what a proxy keeps open, and far below the process limit: each connection is also an open file. */
const CONNECTIONS_MAX = 2000;

export interface Connections {
  count(): number;
  /** From now on, health checks report that the server is stopping. */
  announceStop(): void;
  isStopping(): boolean;
  /** From now on, every response closes its connection, including responses to requests in progress. */
  drain(): void;
}

interface Use {
  readonly answers: Set<ServerResponse>;
  /** Whether the connection has carried a response. */
  isUsed: boolean;
}

/** Ordered by the time of opening or of the last response. */
type Open = Map<Socket, Use>;

/** How long new connections are accepted after the server reported that it is stopping. */
const ANNOUNCED_FOR = SECOND;
/** By then, every active client has sent another request, whose response closed the connection. */
const DRAINED_AT = 2 * SECOND;
/** Open requests are then cut off, so that the remaining shutdown runs in order. */
const OPEN_REQUESTS_LIMIT = 6 * SECOND;
const SWEEP_EVERY = 50;

export function watchConnections(server: HttpServer, max = CONNECTIONS_MAX): Connections {
  const open: Open = new Map();
  let isStopping = false;
  let isDraining = false;
  server.on('connection', (socket: Socket) => {
    if (open.size >= max) (firstToGo(open) ?? socket).destroy();
    open.set(socket, { answers: new Set(), isUsed: false });
    socket.once('close', () => open.delete(socket));
  });
  // Runs before the request handlers.
  server.prependListener('request', ({ socket }, answer) => {
    if (isDraining) closeAfter(answer);
    const use = open.get(socket);
    use?.answers.add(answer);
    answer.once('close', () => {
      if (use === undefined || !open.delete(socket)) return;
      use.answers.delete(answer);
      use.isUsed = true;
      open.set(socket, use);
    });
  });
  return {
    count: () => open.size,
    isStopping: () => isStopping,
    announceStop() {
      isStopping = true;
    },
    drain() {
      isDraining = true;
      for (const { answers } of open.values()) for (const answer of answers) closeAfter(answer);
    },
  };
}

function closeAfter(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

/**
 * The connection longest without a complete request, or with the oldest response; never one with a request in
 * progress.
 */
function firstToGo(open: Open): Socket | null {
  let idle: Socket | null = null;
  for (const [socket, { answers, isUsed }] of open) {
    if (socket.destroyed || [...answers].some(({ req }) => req.complete)) continue;
    if (answers.size > 0 || !isUsed) return socket;
    idle ??= socket;
  }
  return idle;
}

/**
 * Stops without cutting off requests. First the server reports that it is not ready, and the load balancer switches
 * to another process. Then the port closes, and only then each connection with its response: otherwise a client would
 * reconnect immediately, over a connection that the closing port resets. Now the reconnect is refused before the
 * client sends anything.
 */
export async function stopServer({ fastify, connections }: Server): Promise<void> {
  const startedAt = steadyNow();
  const took = () => steadyNow() - startedAt;
  const waitWhileOpen = async (until: number) => {
    while (connections.count() > 0 && took() < until) await sleep(SWEEP_EVERY);
  };
  connections.announceStop();
  await waitWhileOpen(ANNOUNCED_FOR);
  await allIsRead();
  const closed = closePort(fastify.server);
  connections.drain();
  await waitWhileOpen(DRAINED_AT);
  while (connections.count() > 0 && took() < OPEN_REQUESTS_LIMIT) {
    await allIsRead();
    fastify.server.closeIdleConnections();
    await sleep(SWEEP_EVERY);
  }
  fastify.server.closeAllConnections();
  await closed;
  await fastify.close();
}

/** `close` of an HTTP server would also end idle connections, and a request can be on its way on one of them. */
function closePort(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Accepts every pending connection and reads every request that has arrived. In a busy process, a connection can seem
 * idle although its request has arrived.
 */
function allIsRead(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
