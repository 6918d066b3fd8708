// Each connection of a separate signer sends one request within seconds and is closed after the answer. Waiting
// connections are limited in number and in bytes; at the limit, the oldest one is closed. An attacker can neither
// block the service by holding connections nor fill the memory with unread data.
import type { Socket } from 'node:net';
import { after, SECOND } from '../core/clock.ts';
import { LINE_BYTES_MAX } from './signer-protocol.ts';

export interface Visitor {
  readonly greeting: string;
  answer(line: string): Promise<string>;
}

interface ConnectionBounds {
  /** The service sends one request at a time per coin. */
  readonly connections: number;
  /** For all incomplete requests together, including the overhead of their chunks. */
  readonly bytes: number;
  /** For receiving the request, and again for the client to read the answer. */
  readonly milliseconds: number;
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  connections: 64,
  bytes: 2 * LINE_BYTES_MAX,
  milliseconds: 5 * SECOND,
};

interface Guest {
  readonly socket: Socket;
  parts: Buffer[];
  bytes: number;
  /** The memory of the chunks: bytes that arrive one by one use more memory than their count. */
  held: number;
}

const PART_BYTES = 256;

export function acceptConnections(
  welcome: () => Visitor,
  bounds: ConnectionBounds = CONNECTION_BOUNDS,
): (socket: Socket) => void {
  /** Connections without a complete request, oldest first. */
  const waiting = new Set<Guest>();
  /** Connections with a written answer, oldest first. They stay open for reading while there is room. */
  const answered = new Set<Socket>();
  const all = new Set<Socket>();
  let held = 0;
  const leave = (guest: Guest) => {
    if (waiting.delete(guest)) held -= guest.held;
    guest.parts = [];
  };
  const evictOldest = (): boolean => {
    const [oldest] = waiting;
    if (oldest === undefined) return false;
    leave(oldest);
    oldest.socket.destroy();
    all.delete(oldest.socket);
    return true;
  };
  const makeRoom = (): boolean => {
    const [done] = answered;
    if (done === undefined) return evictOldest();
    done.destroy();
    return answered.delete(done) && all.delete(done);
  };
  const hear = (guest: Guest, part: Buffer, visitor: Visitor) => {
    guest.parts.push(part);
    guest.bytes += part.length;
    guest.held += part.length + PART_BYTES;
    held += part.length + PART_BYTES;
    const isWhole = part.includes(0x0a);
    if (!isWhole && guest.bytes > LINE_BYTES_MAX) return void guest.socket.destroy();
    if (isWhole) {
      const line = lineOf(guest.parts);
      leave(guest);
      // Anything after the one request is not read.
      guest.socket.pause();
      const { socket } = guest;
      const isWritten = () => void answered.add(socket);
      return void answer({ socket, visitor, bounds, isWritten }, line);
    }
    while (held > bounds.bytes && evictOldest());
  };
  return (socket) => {
    socket.on('error', () => socket.destroy());
    // Only requests in progress remain after `makeRoom`, and few of them exist: each passed this check.
    if (all.size >= bounds.connections && !makeRoom()) return void socket.destroy();
    const guest: Guest = { socket, parts: [], bytes: 0, held: 0 };
    const visitor = welcome();
    all.add(socket);
    waiting.add(guest);
    const cancel = after(bounds.milliseconds, () => {
      if (waiting.has(guest)) socket.destroy();
    });
    socket.on('data', (part: Buffer) => {
      if (waiting.has(guest)) hear(guest, part, visitor);
    });
    socket.on('close', () => {
      cancel();
      leave(guest);
      answered.delete(socket);
      all.delete(socket);
    });
    socket.write(`${visitor.greeting}\n`);
  };
}

function lineOf(parts: readonly Buffer[]): string {
  const text = Buffer.concat(parts);
  return text.subarray(0, text.indexOf(0x0a)).toString('utf8');
}

async function answer(
  {
    socket,
    visitor,
    bounds,
    isWritten,
  }: { socket: Socket; visitor: Visitor; bounds: ConnectionBounds; isWritten: () => void },
  line: string,
): Promise<void> {
  const text = line.length > LINE_BYTES_MAX ? null : await visitor.answer(line);
  if (text === null) return void socket.destroy();
  socket.once('finish', () => {
    if (!socket.destroyed) isWritten();
  });
  socket.end(`${text}\n`);
  // Bounds the time for a client that does not read its answer. A closed socket needs no timer.
  if (socket.destroyed) return;
  socket.once(
    'close',
    after(bounds.milliseconds, () => socket.destroy()),
  );
}
