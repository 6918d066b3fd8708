// The connections of a separate signer: each brings one question within seconds, and is gone after its answer. What
// waits is bounded in number and in bytes; when there is no more room, what has waited longest for its question goes.
// So nobody keeps the service out by holding connections, or fills the memory by sending what is not read.
import type { Socket } from 'node:net';
import { after, SECOND } from '../core/clock.ts';
import { LINE_BYTES_MAX } from './signer-protocol.ts';

export interface Visitor {
  /** Sent at once. */
  readonly greeting: string;
  /** The answer to its one line. */
  answer(line: string): Promise<string>;
}

interface ConnectionBounds {
  /** Connections at once: the service asks one question at a time per coin. */
  readonly connections: number;
  /** Of all questions that are not complete yet, with what it takes to keep their parts. */
  readonly bytes: number;
  /** For the question, and again for reading the answer. */
  readonly milliseconds: number;
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  connections: 64,
  bytes: 16 * LINE_BYTES_MAX,
  milliseconds: 5 * SECOND,
};

interface Guest {
  readonly socket: Socket;
  parts: Buffer[];
  bytes: number;
  /** What its parts take here: bytes that come one by one take more than they are. */
  held: number;
}

/** Of the object around each part. */
const PART_BYTES = 256;

/** What a server does with each connection. */
export function acceptConnections(
  welcome: () => Visitor,
  bounds: ConnectionBounds = CONNECTION_BOUNDS,
): (socket: Socket) => void {
  /** Without a complete question, oldest first. */
  const waiting = new Set<Guest>();
  /** Whose answer is written; they may stay to read it while there is room. Oldest first. */
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
      // Whatever follows the one question is not read.
      guest.socket.pause();
      const { socket } = guest;
      const isWritten = () => void answered.add(socket);
      return void answer({ socket, visitor, bounds, isWritten }, line);
    }
    while (held > bounds.bytes && evictOldest());
  };
  return (socket) => {
    socket.on('error', () => socket.destroy());
    // Those whose question is being answered are few: each passed its turn here.
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

/** Up to its end. */
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
  // One that does not read its answer does not stay for that; and none is kept, with what it sent, when it is gone.
  if (socket.destroyed) return;
  socket.once(
    'close',
    after(bounds.milliseconds, () => socket.destroy()),
  );
}
