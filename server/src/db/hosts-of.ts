// Finds the host to connect to: the only one, or, where the URL names several hosts, the one that accepts writes. Each
// host is queried over a short connection of its own.
import type pg from 'pg';
import { SECOND } from '../core/clock.ts';
import { type HostPlace, readDatabaseUrl } from '../core/config/database-url.ts';
import type { Log } from '../core/log.ts';
import type { ConnectionFacts } from './database.ts';
import { DatabaseClient } from './database-client.ts';
import { PROMPT } from './limits.ts';
import { readPlace } from './server-watch.ts';
import { type HostStatus, WRITES, type WriterHost, writerHost } from './writer-host.ts';

/** For connecting and for each answer: shorter than the limit of a caller who waits for a connection. */
const LIMITS = { ...PROMPT, connect: 3 * SECOND, statement: 0 };

export interface Hosts {
  /** Settings for the driver. */
  readonly facts: ConnectionFacts;
  /** Undefined when there is only one host. */
  readonly writerHost: WriterHost | undefined;
}

export function hostsOf(
  connection: ConnectionFacts,
  hooks: { readonly log: Log; readonly onMoved: () => void },
): Hosts {
  if (!('connectionString' in connection)) return { facts: connection, writerHost: undefined };
  const { url, hosts } = readDatabaseUrl(connection.connectionString);
  const facts = { ...connection, connectionString: url };
  if (hosts.length === 0) return { facts, writerHost: undefined };
  const query = (host: HostPlace) => statusAt(facts, host);
  return { facts, writerHost: writerHost({ hosts, query, ...hooks }) };
}

async function statusAt(facts: pg.ClientConfig, host: HostPlace): Promise<HostStatus> {
  const chosen = { choose: async () => host, invalidate: () => undefined, hasLeft: () => false };
  const client = new DatabaseClient({ ...facts, limits: LIMITS, writerHost: chosen });
  try {
    await client.connect();
    const { rows } = await client.query<{ writes: boolean }>(WRITES);
    const writes = rows[0]?.writes === true;
    const place = await readPlace({ query: async (text) => (await client.query(text)).rows });
    client.end().catch(() => undefined);
    return { writes, timeline: place?.timeline ?? null };
  } catch (error) {
    client.disconnect(new Error('it was asked in vain'));
    throw error;
  }
}
