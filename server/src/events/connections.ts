// Keeps connections to one endpoint open while callbacks are queued for it: a burst of thousands does not open a
// connection for each, with a TLS handshake. All belong to one endpoint under one set of rules, and close after its
// last callback is sent.
import type { LookupFunction } from 'node:net';
import { Client } from 'undici';

/** One connection, for one request at a time. */
export interface Connection {
  readonly client: Client;
  /** It has been used before and is not known to be closed. */
  isUsed: boolean;
}

export interface Connections {
  /** An idle connection to the origin, or a new one made by `open`. */
  take(origin: string, open: () => Connection): Connection;
  /** Takes the connection back for the next callback. */
  giveBack(origin: string, connection: Connection): void;
  /** Origins that send `100 Continue` before their response (post-through-node.ts). */
  readonly interim: Set<string>;
  /** Closes idle connections; the others close after their request. */
  close(): void;
}

/** `isKept`: the connection is used for more than one request. The caller sets the time limit. */
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

/** Closes immediately, aborting any request. */
export function closeConnection({ client }: Connection): void {
  // Errors are irrelevant here.
  client.destroy().catch(() => undefined);
}

/** `most`: how many are kept for the next callback. */
export function openConnections(most: number): Connections {
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
