// The connections of the HTTP server. There is room for so many; who waits in one that sends nothing, or not the rest
// of its request, goes first when there is no more, so that silence shuts nobody out. And before a stop every answer
// closes its connection, so that none is cut while a request is on its way.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
