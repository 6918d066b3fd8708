// Keeps one listening connection, and re-establishes it while the database is unavailable, one attempt at a time. The
// connection is also the heartbeat: a query runs every two seconds. A missing answer reveals a cut network or a
// database that disappeared without closing the connection, which would otherwise go unnoticed for a long time.
import pg from 'pg';
import { type ClockReading, SECOND, sleep } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import {
  awaitEnd,
  type ClientOptions,
  DatabaseClient,
  PROMPT,
  sessionSettings,
} from './database-client.ts';
import { readClock } from './read-clock.ts';

const RETRY_MILLISECONDS = 500;
const PULSE_EVERY = 2 * SECOND;
/** An idle connection answers within milliseconds; a server with a slow disk needs seconds. */
const PULSE_LIMIT = 4 * SECOND;

export interface Listening {
  renew(reason: Error): void;
  stop(): Promise<void>;
}

interface Requested {
  readonly facts: ClientOptions;
  readonly log: Log;
  readonly channel: string;
  readonly first?: string | undefined;
  readonly onNotify: (payload: string) => void;
  /** Called when the database does not answer but has not closed the connection. */
  readonly onSilence: () => void;
  readonly onReading: (reading: ClockReading) => void;
  readonly onLost: () => void;
}

/** Throws when the first connection fails. Later connections are retried until `stop`. */
export async function listenWithRetries(requested: Requested): Promise<Listening> {
  const stopping = new AbortController();
  let client: DatabaseClient | null = null;
  const connect = async () => {
    const fresh = await openListener(requested, () => void renew());
    if (stopping.signal.aborted) return fresh.end();
    client = fresh;
    // Disconnected only now, because the end of a listening connection triggers the next attempt.
    if (fresh.hasLeft()) fresh.disconnect(new Error('the database is at another host by now'));
    void sendPulses(fresh, requested, stopping.signal);
  };
  const renew = async () => {
    if (!stopping.signal.aborted) requested.onLost();
    while (!stopping.signal.aborted) {
      await sleep(RETRY_MILLISECONDS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await connect();
      } catch (error) {
        requested.log.warn({ err: error }, 'listening connection lost, reconnecting');
        continue;
      }
      // The first poll after this wake-up finds everything that was notified in the meantime.
      if (!stopping.signal.aborted) requested.onNotify('');
      return;
    }
  };
  await connect();
  return {
    renew: (reason) => client?.disconnect(reason),
    async stop() {
      stopping.abort();
      const ended = client?.end() ?? Promise.resolve();
      await awaitEnd(ended, (reason) => client?.disconnect(reason));
    },
  };
}

/** `lost` is called at most once, and only for a connection that was listening. Other failures throw. */
async function openListener(requested: Requested, lost: () => void): Promise<DatabaseClient> {
  const client = new DatabaseClient(requested.facts);
  let hasListened = false;
  let hasEnded = false;
  client.on('notification', (message) => requested.onNotify(message.payload ?? ''));
  // Also emitted for a connection that was never established.
  client.once('end', () => {
    hasEnded = true;
    if (hasListened) lost();
  });
  try {
    await client.connect();
    await client.query(sessionSettings(PROMPT));
    if (requested.first !== undefined) await client.query(requested.first);
    await client.query(`listen ${pg.escapeIdentifier(requested.channel)}`);
    if (hasEnded) throw new Error('the listening connection ended at once');
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  hasListened = true;
  return client;
}

async function sendPulses(
  client: DatabaseClient,
  requested: Requested,
  isOver: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  client.once('end', () => ended.abort());
  const isDone = AbortSignal.any([ended.signal, isOver]);
  while (!isDone.aborted) {
    await sleep(PULSE_EVERY, isDone);
    if (isDone.aborted || (await answers(client, requested, isDone)) || isDone.aborted) continue;
    requested.onSilence();
    client.disconnect(new Error('the database says nothing'));
  }
}

async function answers(
  client: DatabaseClient,
  requested: Requested,
  isDone: AbortSignal,
): Promise<boolean> {
  const over = new AbortController();
  // A broken connection has already emitted an error and is renewed for that reason.
  const answer = readClock(async (text) => (await client.query(text)).rows).then(
    (reading) => {
      requested.onReading(reading);
      return true;
    },
    () => true,
  );
  const late = sleep(PULSE_LIMIT, AbortSignal.any([over.signal, isDone]));
  // A process that was suspended receives the answer one event loop turn later.
  const isLate = late.then(() => new Promise<false>((resolve) => setImmediate(resolve, false)));
  const answered = await Promise.race([answer, isLate]);
  over.abort();
  return answered;
}
