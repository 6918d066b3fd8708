// The connections of the HTTP server. There is room for so many; who waits in one that sends nothing, or not the rest
// of its request, goes first when there is no more, so that silence shuts nobody out. And before a stop every answer
// closes its connection, so that none is cut while a request is on its way.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND, sleep, steadyNow } from '../core/clock.ts';
import type { Server } from './server.ts';

/** Far above what a proxy keeps open, and far below what a process may: each is also an open file. */
const CONNECTIONS_MAX = 2000;

export interface Connections {
  count(): number;
  /** From now on every answer closes its connection, also those that are being worked on. */
  drain(): void;
  isDraining(): boolean;
}

interface Use {
  readonly answers: Set<ServerResponse>;
  /** A request was answered on it. */
  isUsed: boolean;
}

/** In the order in which they were opened, or answered last. */
type Open = Map<Socket, Use>;

/** A client that is at work asks again within it, and is told to come on another connection. */
const DRAINS_FOR = SECOND;
/** Requests that are not finished by then are cut off, so that the rest can stop in order. */
const OPEN_REQUESTS_LIMIT = 6 * SECOND;
const SWEEP_EVERY = 50;

export function watchConnections(server: HttpServer, max = CONNECTIONS_MAX): Connections {
  const open: Open = new Map();
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
    isDraining: () => isDraining,
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
 * For a moment still takes all that comes, closes each connection with its answer, and says that it is not ready, so
 * that whoever is in front turns to another process.
 */
export async function stopServer({ fastify, connections }: Server): Promise<void> {
  const startedAt = steadyNow();
  const took = () => steadyNow() - startedAt;
  connections.drain();
  while (connections.count() > 0 && took() < DRAINS_FOR) await sleep(SWEEP_EVERY);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    // Right after whoever came was let in.
    setImmediate(() =>
      fastify.server.close(() => {
        isClosed = true;
        resolve();
      }),
    );
  });
  // A kept connection is closed when its request is answered: closing the server closes only those idle by then.
  while (!isClosed && took() < OPEN_REQUESTS_LIMIT) {
    fastify.server.closeIdleConnections();
    await Promise.race([closed, sleep(SWEEP_EVERY)]);
  }
  fastify.server.closeAllConnections();
  await closed;
  await fastify.close();
}
