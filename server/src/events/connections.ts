// The connections to one endpoint that are kept while callbacks wait for it: a burst of thousands does not open one for
// each, and agree on keys over it. They are of one endpoint under one set of rules, and closed when its last callback
// is sent.
import type { LookupFunction } from 'node:net';
import { Client } from 'undici';

/** One connection, for one request at a time. */
export interface Connection {
  readonly client: Client;
  /** It has answered before, and was not closed since as far as is known. */
  isUsed: boolean;
}

export interface Connections {
  /** One to the origin that is not in use, or a new one made by `open`. */
  take(origin: string, open: () => Connection): Connection;
  /** For the next callback. */
  giveBack(origin: string, connection: Connection): void;
  /** Origins that send `100 Continue` before their answer (post-through-node.ts). */
  readonly interim: Set<string>;
  /** Those that are not in use; the others end with what they do. */
  close(): void;
}

/** `isKept`: for more than one request. How long all may take is the caller's matter. */
export function connectTo(
  origin: string,
  { isKept, lookup }: { isKept: boolean; lookup: LookupFunction },
): Connection {
  const client = new Client(origin, {
    pipelining: isKept ? 1 : 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 0, lookup },
  });
  const connection = { client, isUsed: false };
  client.on('disconnect', () => {
    connection.isUsed = false;
  });
  return connection;
}

/** At once, with whatever is on its way. */
export function closeConnection({ client }: Connection): void {
  // It has nothing left to say.
  client.destroy().catch(() => undefined);
}

/** `most`: how many are kept for the next callback. */
export function keepConnections(most: number): Connections {
  const free = new Map<string, Connection[]>();
  let isClosed = false;
  return {
    interim: new Set(),
    take: (origin, open) => free.get(origin)?.pop() ?? open(),
    giveBack(origin, connection) {
      const kept = free.get(origin) ?? [];
      if (isClosed || kept.length >= most) return closeConnection(connection);
      free.set(origin, [...kept, connection]);
    },
    close() {
      isClosed = true;
      for (const connection of [...free.values()].flat()) closeConnection(connection);
      free.clear();
    },
  };
}
