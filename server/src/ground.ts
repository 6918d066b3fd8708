// What every process stands on: configuration, log, clock, and a migrated database. Used by `serve`, by
// every CLI command that touches the database, and closed in the reverse order.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Ground } from './assemble.ts';
import { type MovableClock, moment, movableClock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import type { Log } from './core/log.ts';
import { type MachineClock, timeBy, trustedClock } from './core/machine-clock.ts';
import { systemRandom } from './core/random.ts';
import { type ConnectionFacts, type Database, openDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { compareClock, WrongClock } from './db/read-clock.ts';
import { loadClockOffset } from './sandbox/clock.ts';

export interface OpenGround extends Ground {
  readonly clock: MovableClock;
  readonly machineClock: MachineClock;
  close(): Promise<void>;
}

/** `anyClock`: for who only looks, and tells that the clock is wrong. */
export async function openGround(
  settings: Config,
  log: Log,
  wish: { readonly anyClock?: boolean } = {},
): Promise<OpenGround> {
  const config = { ...settings, dataDir: resolve(settings.dataDir) };
  mkdirSync(config.dataDir, { recursive: true });
  const store = await openStore(config, log);
  const db = openDatabase(store.connection, log);
  try {
    await assertReachable(db, config);
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const machineClock = trustedClock(moment());
    await compareClock((text) => db.query(text), machineClock);
    if (machineClock.isWrong && wish.anyClock !== true) throw new WrongClock(machineClock);
    const clock = movableClock(() => timeBy(machineClock, moment()));
    if (config.mode === 'sandbox') await loadClockOffset(db, clock);
    const parts = { config, clock, machineClock, random: systemRandom, log, db };
    return { ...parts, close: () => closeAll(db, store) };
  } catch (error) {
    await closeAll(db, store);
    throw error;
  }
}

/** PostgreSQL says no, or nobody is there: one sentence for the operator, without the URL and its password. */
class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

async function assertReachable(db: Database, config: Config): Promise<void> {
  try {
    await db.query('select 1');
  } catch (error) {
    const which = config.databaseUrl === null ? 'the embedded PostgreSQL' : 'DATABASE_URL';
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnreachable(`cannot reach the database of ${which}: ${reason}`, {
      cause: error,
    });
  }
}

interface Store {
  readonly connection: ConnectionFacts;
  stop(): Promise<void>;
}

async function openStore(config: Config, log: Log): Promise<Store> {
  if (config.databaseUrl !== null) {
    return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  }
  return startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), log });
}

async function closeAll(db: Database, store: Store): Promise<void> {
  await db.close();
  await store.stop();
}
