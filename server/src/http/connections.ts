// The connections of the HTTP server. There is room for so many; who waits in one that sends nothing, or not the rest
// of its request, goes first when there is no more, so that silence shuts nobody out. And before a stop every answer
// closes its connection, so that none is cut while a request is on its way.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { SECOND, sleep, steadyNow } from '../core/clock.ts';
import type { Server } from './server.ts';

/** Far above what a proxy keeps open, and far below what a process may: each is also an open file. */
const CONNECTIONS_MAX = 2000;

export interface Connections {
  count(): number;
  /** From now on the server says that it is stopping. */
  announceStop(): void;
  isStopping(): boolean;
  /** From now on every answer closes its connection, also those that are being worked on. */
  drain(): void;
}

interface Use {
  readonly answers: Set<ServerResponse>;
  /** A request was answered on it. */
  isUsed: boolean;
}

/** In the order in which they were opened, or answered last. */
type Open = Map<Socket, Use>;

/** How long new connections are taken after the server said that it is stopping. */
const ANNOUNCED_FOR = SECOND;
/** Until then a client that is at work has asked once more, and was told that its connection closes. */
const DRAINED_AT = 2 * SECOND;
/** Requests that are not finished by then are cut off, so that the rest can stop in order. */
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
  // Before whoever answers.
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

/** Who has sent no whole request for longest, else who was answered longest ago. Nobody whose request is worked on. */
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
 * Ends a server without cutting a request off. First it says that it is not ready, so that whoever is in front turns to
 * another process. Then it closes the port, and only then each connection with its answer: a client that was told
 * earlier would come back at once, over a connection that the closing port resets. Now it is refused before it sends
 * anything.
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

/** The port alone: `close` of an HTTP server also ends idle connections, some of whose requests are on their way. */
function closePort(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Resolves right after the loop accepted every connection and read every request that has arrived. On a busy process
 * requests wait to be read: between two turns of the loop a connection seems idle whose request is there already.
 */
function allIsRead(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
