// One connection that hears NOTIFY on a channel, and is made anew when it is lost, one attempt at a time for as
// long as the database is away. Used by `Database.listen`.
import pg from 'pg';
import { sleep } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { DatabaseClient } from './database-client.ts';

const RETRY_MILLISECONDS = 500;

export interface Listening {
  stop(): Promise<void>;
}

/** Throws when the first connection fails; later ones are tried until `stop`. */
export async function keepListening(wish: {
  facts: pg.ClientConfig;
  log: Log;
  channel: string;
  onNotify: (payload: string) => void;
  onLost: () => void;
}): Promise<Listening> {
  const stopping = new AbortController();
  let client: DatabaseClient | null = null;
  const connect = async () => {
    const fresh = await openListener(wish, () => void renew());
    if (stopping.signal.aborted) await fresh.end();
    else client = fresh;
  };
  const renew = async () => {
    if (!stopping.signal.aborted) wish.onLost();
    while (!stopping.signal.aborted) {
      await sleep(RETRY_MILLISECONDS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        await connect();
      } catch (error) {
        wish.log.warn({ err: error }, 'listening connection lost, trying again');
        continue;
      }
      // Whatever was notified meanwhile is found by the first poll after this nudge.
      return wish.onNotify('');
    }
  };
  await connect();
  return {
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
    },
  };
}

/** `lost` is called once, and only for a connection that listened: for every other this throws. */
async function openListener(
  wish: { facts: pg.ClientConfig; channel: string; onNotify: (payload: string) => void },
  lost: () => void,
): Promise<DatabaseClient> {
  const client = new DatabaseClient(wish.facts);
  let hasListened = false;
  let hasEnded = false;
  client.on('notification', (message) => wish.onNotify(message.payload ?? ''));
  // The driver says this also of a connection that never stood.
  client.once('end', () => {
    hasEnded = true;
    if (hasListened) lost();
  });
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(wish.channel)}`);
    if (hasEnded) throw new Error('the listening connection ended at once');
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  hasListened = true;
  return client;
}
