// The base of every process: configuration, log, clock, and a migrated database, closed in reverse order. Only
// `serve` and `init` create an instance, and only `serve` and `migrate` migrate its database: other commands fail.
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bootstrap } from './app.ts';
import {
  type MachineClock,
  type MovableClock,
  moment,
  movableClock,
  SECOND,
  timeBy,
  trustedClock,
} from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import type { Log } from './core/log.ts';
import { systemRandom } from './core/random.ts';
import { unlessAborted } from './core/unless-aborted.ts';
import { type ConnectionFacts, type Database, openDatabase } from './db/database.ts';
import { type EmbeddedAddress, hasDatabase, startEmbeddedPostgres } from './db/embedded.ts';
import { compareClock, WrongClock } from './db/read-clock.ts';
import { type Owner, readyDatabase } from './db/ready-database.ts';
import { type RoleStatus, readRoleStatus } from './db/service-role.ts';
import { loadClockOffset } from './sandbox/clock.ts';

export interface OpenGround extends Bootstrap {
  readonly clock: MovableClock;
  readonly machineClock: MachineClock;
  readonly roleStatus: RoleStatus;
  close(): Promise<void>;
}

export interface GroundRequest {
  /** For read-only use: opening otherwise fails on a machine whose clock is wrong. */
  readonly anyClock?: boolean;
  /** Without this option, opening fails if there is no instance. */
  readonly creates?: boolean;
  /**
   * Migrates a database of an older release. For the embedded database, only after MigrationPending was thrown and a
   * copy was made (cli/serve.ts). When omitted, opening fails.
   */
  readonly migrates?: 'in_place' | 'after_copy';
  readonly signal?: AbortSignal;
  /** An embedded server that is already running, used with its owner role. The caller stops it. */
  readonly asItIs?: EmbeddedAddress;
}

export async function openGround(
  settings: Config,
  log: Log,
  requested: GroundRequest = {},
): Promise<OpenGround> {
  const config = { ...settings, dataDir: resolve(settings.dataDir) };
  const { signal } = requested;
  if (requested.creates === true) mkdirSync(config.dataDir, { recursive: true });
  else if (config.databaseUrl === null) assertInstance(config.dataDir);
  const store = await openStore(config, log, requested);
  const db = openDatabase(store.connection, log, { signal });
  const close = () => closeAll(db, store, signal?.aborted === true);
  try {
    const opening = { config, log, db, store };
    return { ...(await unlessAborted(signal, prepare(opening, requested))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening {
  readonly config: Config;
  readonly log: Log;
  readonly db: Database;
  readonly store: Store;
}

async function prepare(
  { config, log, db, store }: Opening,
  { asItIs, anyClock, creates = false, migrates, signal }: GroundRequest,
): Promise<Omit<OpenGround, 'close'>> {
  await assertReachable(db, config);
  const isEmbedded = config.databaseUrl === null;
  const readying = {
    owner: store.owner,
    log,
    remedy: remedyFor(config),
    signal,
    migrates: migrates !== undefined,
    // `migrate` creates the roles on an external server before a service runs.
    creates: creates || (migrates !== undefined && !isEmbedded),
    copiesFirst: isEmbedded && migrates === 'after_copy',
  };
  const roleStatus =
    asItIs === undefined ? await readyDatabase(db, readying) : await readRoleStatus(db);
  const machineClock = trustedClock(moment());
  await compareClock((text) => db.query(text), machineClock);
  if (machineClock.isWrong && anyClock !== true) throw new WrongClock(machineClock);
  const clock = movableClock(() => timeBy(machineClock, moment()));
  if (config.rules.clockMoves) await loadClockOffset(db, clock);
  return { config, clock, machineClock, random: systemRandom, log, db, roleStatus };
}

class NoInstance extends Error {
  override readonly name = 'NoInstance';
}

function assertInstance(dataDir: string): void {
  if (hasDatabase(join(dataDir, 'postgres'))) return;
  const what = existsSync(dataDir) ? 'the folder has no database' : 'the folder does not exist';
  throw new NoInstance(
    `There is no instance in ${dataDir}: ${what}. Nothing was created. Set CHAINTILL_DATA_DIR to the folder of your ` +
      'instance, or create one there with `chaintill serve`.',
  );
}

function remedyFor({ databaseUrl }: Config): string {
  return databaseUrl === null
    ? 'Stop the service, then run `chaintill upgrade --to <folder>`, which makes a backup first, or start `chaintill serve`.'
    : 'Stop every service process, make a backup, then run `chaintill migrate` with DATABASE_OWNER_URL.';
}

/** PostgreSQL rejects the connection or is unreachable. The message contains neither the URL nor its password. */
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
  stop(leaving?: number): Promise<void>;
}

async function openStore(
  config: Config,
  log: Log,
  { asItIs, creates, migrates, signal }: GroundRequest,
): Promise<Store> {
  if (asItIs !== undefined)
    return { connection: asItIs.owner, owner: null, stop: async () => undefined };
  if (config.databaseUrl === null) {
    const folder = join(config.dataDir, 'postgres');
    const embedded = await startEmbeddedPostgres({ folder, log, ...(signal && { signal }) });
    const { connection, owner, stop } = embedded;
    return { connection, owner: { connection: owner, from: 'the embedded PostgreSQL' }, stop };
  }
  const url = creates === true || migrates !== undefined ? config.databaseOwnerUrl : null;
  return {
    connection: { connectionString: config.databaseUrl },
    owner:
      url === null ? null : { connection: { connectionString: url }, from: 'DATABASE_OWNER_URL' },
    stop: async () => undefined,
  };
}

/** PostgreSQL detects within two seconds that the client of a running statement is gone (db/database-client.ts). */
const CUT_NOTICED_WITHIN = 4 * SECOND;

async function closeAll(db: Database, store: Store, isInterrupted: boolean): Promise<void> {
  await db.close();
  await store.stop(isInterrupted ? CUT_NOTICED_WITHIN : undefined);
}
