// Manages the connections of the HTTP server. Their number is limited. At the limit, connections that are silent or
// have an incomplete request are closed first, so that idle clients cannot lock others out. Before a stop, every
// response closes its connection, so that no connection is cut while a request is in flight.
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
  /** From now on, the server reports that it is stopping. */
  announceStop(): void;
  isStopping(): boolean;
  /** From now on, every response closes its connection, including responses to requests in progress. */
  drain(): void;
}

interface Use {
  readonly answers: Set<ServerResponse>;
  /** Whether a request has been answered on it. */
  isUsed: boolean;
}

/** Ordered by when they were opened or last answered. */
type Open = Map<Socket, Use>;

/** How long new connections are accepted after the server reported that it is stopping. */
const ANNOUNCED_FOR = SECOND;
/** By then, every active client has sent another request and was notified that its connection closes. */
const DRAINED_AT = 2 * SECOND;
/** Requests still open by then are cut off, so that the remaining shutdown runs in order. */
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
 * The connection that has gone longest without a complete request, or else the one that was answered longest ago. Never
 * one with a request in progress.
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
 * Stops a server without cutting off requests. First it reports that it is not ready, so that the load balancer
 * switches to another process. Then it closes the port, and only then each connection with its response: a client
 * notified earlier would reconnect immediately, over a connection that the closing port resets. Now its reconnect is
 * refused before it sends anything.
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

/**
 * Closes only the port: `close` of an HTTP server also ends idle connections, some of which have requests in flight.
 */
function closePort(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Resolves after the event loop has accepted every pending connection and read every request that has arrived. In a
 * busy process, requests wait to be read: between two iterations of the loop, a connection can seem idle although its
 * request has arrived.
 */
function allIsRead(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
