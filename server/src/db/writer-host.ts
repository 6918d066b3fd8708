// Chooses the host that accepts writes. All hosts are queried concurrently, so that a host that drops packets causes
// no delay. The choice is cached until a connection breaks or is refused.
import type pg from 'pg';
import { inTime, SECOND, sleep } from '../core/clock.ts';
import { type HostPlace, readDatabaseUrl } from '../core/config/values.ts';
import type { Log } from '../core/log.ts';
import type { ConnectionFacts } from './database.ts';
import { DatabaseClient, PROMPT } from './database-client.ts';
import { readPlace } from './server-watch.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface HostStatus {
  readonly writes: boolean;
  /** Hexadecimal digits of equal length, higher after each promotion. Null when the server hides it. */
  readonly timeline: string | null;
}

export interface WriterHost {
  /** Throws DatabaseUnavailable with each host's answer when no host accepts writes. */
  choose(): Promise<HostPlace>;
  invalidate(): void;
  hasLeft(host: HostPlace): boolean;
}

export interface HostQuestion {
  readonly hosts: readonly HostPlace[];
  readonly query: (host: HostPlace) => Promise<HostStatus>;
  readonly onMoved: (host: HostPlace) => void;
  readonly log: Log;
}

/** Checked on every new connection: a proxy may also lead to a standby. */
export const WRITES = `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writes`;

/** Shorter than the connection timeout (database-client.ts). */
const QUERY_LIMIT = 3 * SECOND;
/** Time for the other hosts to answer once one accepts writes: a replaced primary may still accept them. */
const OTHERS_LIMIT = SECOND / 4;

interface Answer {
  readonly host: HostPlace;
  /** An error message when the host reported no status. */
  readonly status: HostStatus | string;
}

export function writerHost(question: HostQuestion): WriterHost {
  const { log, onMoved } = question;
  let known: HostPlace | null = null;
  let last: HostPlace | null = null;
  let searching: Promise<HostPlace> | null = null;
  let invalidated = 0;
  const poll = async () => {
    const before = invalidated;
    const chosen = chosenOf(await query(question));
    if (before === invalidated) known = chosen;
    const isMoved = last !== null && last !== chosen;
    last = chosen;
    if (!isMoved) return chosen;
    log.warn({ host: chosen.host, port: chosen.port }, 'another database host is the primary now');
    onMoved(chosen);
    return chosen;
  };
  return {
    choose() {
      if (known !== null) return Promise.resolve(known);
      searching ??= poll().finally(() => {
        searching = null;
      });
      return searching;
    },
    invalidate() {
      invalidated += 1;
      known = null;
    },
    hasLeft: (host) => last !== null && last !== host,
  };
}

async function query({ hosts, query: queryHost }: HostQuestion): Promise<Answer[]> {
  const answers: Answer[] = [];
  const silent = () => new Error(`no answer within ${QUERY_LIMIT / SECOND} seconds`);
  const requested = hosts.map(async (host) => {
    const status = await inTime(queryHost(host), QUERY_LIMIT, silent).catch((error: unknown) =>
      error instanceof Error ? error.message || error.name : String(error),
    );
    answers.push({ host, status });
    if (!writes(status)) throw new Error('this one does not write');
  });
  const over = new AbortController();
  const all = Promise.allSettled(requested);
  const someWrites = Promise.any(requested).then(
    () => sleep(OTHERS_LIMIT, over.signal),
    () => undefined,
  );
  await Promise.race([all, someWrites]);
  over.abort();
  return answers;
}

function writes(status: HostStatus | string): status is HostStatus {
  return typeof status !== 'string' && status.writes;
}

/** Several hosts may report that they accept writes; the one with the newest timeline is the primary. */
function chosenOf(answers: readonly Answer[]): HostPlace {
  const [best] = answers
    .flatMap(({ host, status }) => (writes(status) ? [{ host, status }] : []))
    .sort((a, b) => (b.status.timeline ?? '').localeCompare(a.status.timeline ?? ''));
  if (best !== undefined) return best.host;
  const described = answers.map(
    ({ host, status }) =>
      `${host.host}:${host.port} ${typeof status === 'string' ? status : 'accepts no writes'}`,
  );
  throw new DatabaseUnavailable(
    new Error(`none of its hosts accepts writes (${described.join('; ')})`),
  );
}

// A single host is used directly. Several hosts are queried over short connections of their own.

/** For connecting and for each answer: shorter than the limit of a caller who waits for a connection. */
const LIMITS = { ...PROMPT, connect: 3 * SECOND, statement: 0 };

interface Hosts {
  readonly facts: ConnectionFacts;
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
    client.disconnect(new Error('the query failed'));
    throw error;
  }
}
