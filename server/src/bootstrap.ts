// What every process stands on: configuration, log, clock, and a migrated database. Used by `serve`, by
// every CLI command that touches the database, and closed in the reverse order.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bootstrap } from './app.ts';
import { type MovableClock, moment, movableClock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import type { Log } from './core/log.ts';
import { type MachineClock, timeBy, trustedClock } from './core/machine-clock.ts';
import { systemRandom } from './core/random.ts';
import { type ConnectionFacts, type Database, openDatabase } from './db/database.ts';
import { type EmbeddedAddress, startEmbeddedPostgres } from './db/embedded.ts';
import { compareClock, WrongClock } from './db/read-clock.ts';
import { type Owner, readyDatabase } from './db/ready-database.ts';
import { readStanding, type Standing } from './db/service-role.ts';
import { loadClockOffset } from './sandbox/clock.ts';

export interface OpenGround extends Bootstrap {
  readonly clock: MovableClock;
  readonly machineClock: MachineClock;
  /** Who the service is to the database. */
  readonly standing: Standing;
  close(): Promise<void>;
}

export interface GroundRequest {
  /** For who only looks. Every other is refused on a machine whose clock is wrong. */
  readonly anyClock?: boolean;
  /** DATABASE_OWNER_URL is used where the database is not ready. The embedded one gets ready by itself. */
  readonly asOwner?: boolean;
  /** An embedded server that runs already and that the caller stops: worked on as its owner, and as it is. */
  readonly asItIs?: EmbeddedAddress;
}

export async function openGround(
  settings: Config,
  log: Log,
  requested: GroundRequest = {},
): Promise<OpenGround> {
  const config = { ...settings, dataDir: resolve(settings.dataDir) };
  mkdirSync(config.dataDir, { recursive: true });
  const { asItIs } = requested;
  const store =
    asItIs === undefined
      ? await openStore(config, log, requested.asOwner === true)
      : { connection: asItIs.owner, owner: null, stop: async () => undefined };
  const db = openDatabase(store.connection, log);
  try {
    await assertReachable(db, config);
    const standing =
      asItIs === undefined ? await readyDatabase(db, store.owner, log) : await readStanding(db);
    const machineClock = trustedClock(moment());
    await compareClock((text) => db.query(text), machineClock);
    if (machineClock.isWrong && requested.anyClock !== true) throw new WrongClock(machineClock);
    const clock = movableClock(() => timeBy(machineClock, moment()));
    if (config.rules.clockMoves) await loadClockOffset(db, clock);
    const parts = { config, clock, machineClock, random: systemRandom, log, db, standing };
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
  readonly owner: Owner | null;
  stop(): Promise<void>;
}

async function openStore(config: Config, log: Log, asOwner: boolean): Promise<Store> {
  if (config.databaseUrl === null) {
    const embedded = await startEmbeddedPostgres({ folder: join(config.dataDir, 'postgres'), log });
    const { connection, owner, stop } = embedded;
    return { connection, owner: { connection: owner, from: 'the embedded PostgreSQL' }, stop };
  }
  const url = asOwner ? config.databaseOwnerUrl : null;
  return {
    connection: { connectionString: config.databaseUrl },
    owner:
      url === null ? null : { connection: { connectionString: url }, from: 'DATABASE_OWNER_URL' },
    stop: async () => undefined,
  };
}

async function closeAll(db: Database, store: Store): Promise<void> {
  await db.close();
  await store.stop();
}
