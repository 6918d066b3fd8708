// Upgrades the embedded database to this release, and to a newer PostgreSQL where the release includes one: a copy is
// made next to it, migrated and verified, and takes its place in one step. If anything fails before that, the old one
// is unchanged.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMasterKey } from '../backups/keys.ts';
import {
  type Abort,
  assertRoom,
  freeIn,
  makePassing,
  PASSING,
  removeLeft,
  removePassing,
  undoneAfter,
} from '../backups/passing-folder.ts';
import type { Place } from '../backups/place.ts';
import { verifyCopy } from '../backups/verify.ts';
import { openGround } from '../bootstrap.ts';
import { isFounded } from '../claim-mode.ts';
import { MINUTE, wallNow } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { type Database, openDatabase } from '../db/database.ts';
import {
  type EmbeddedPostgres,
  findPrograms,
  finishSwap,
  MAJOR_VERSION,
  majorIn,
  type Programs,
  startEmbeddedPostgres,
  swapClusters,
} from '../db/embedded.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { grantRights } from '../db/service-role.ts';
import { findingText } from '../ledger/audit.ts';
import { examine } from '../operator/doctor/examine.ts';
import { bytesBelow, copyTree } from '../upgrades/copy-tree.ts';
import { clusterIn, KEPT, purge, UpgradeError, writeKept } from '../upgrades/kept.ts';
import { moveDatabase } from '../upgrades/move-database.ts';
import { backUpFirst } from './back-up-first.ts';
import { withAssembled } from './run.ts';

/** No background writes, and a shutdown that has time to flush everything to disk. */
export const QUIET = { settings: { autovacuum: 'off' }, stopLimit: 30 * MINUTE } as const;

interface Finished extends Omit<Upgraded, 'backup' | 'from'> {
  /** Later transactions are not part of the upgrade. */
  readonly nextTransaction: string;
}

/** The data is in `<dataDir>/postgres/cluster`. Throws UpgradeError when the ledger does not balance. */
async function finishUpgrade(
  { config, log, say }: UpgradeRequest,
  dataDir: string,
): Promise<Finished> {
  const server = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), log, ...QUIET });
  const db = openDatabase(server.owner, log);
  try {
    say('migrating');
    const applied = await migrate(db);
    await grantRights(db, server.connection.user);
    const { tables, rows, projects, findings } = await verifyCopy(db, say);
    const [found] = findings;
    if (found !== undefined)
      throw new UpgradeError(`the ledger is inconsistent after migrating: ${findingText(found)}`);
    say('running doctor');
    const unwell = await requestDoctor({ ...config, dataDir }, { config, log });
    await db.unhurried.query('analyze');
    await db.unhurried.query('checkpoint');
    const nextTransaction = await readNextTransaction(db);
    return { applied, tables, rows, projects, unwell, nextTransaction };
  } finally {
    await db.close();
    await server.stop();
  }
}

/** Increases with every transaction that writes. */
export async function readNextTransaction(db: Database): Promise<string> {
  const [row] = await db.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return row?.next ?? '';
}

/** The doctor's findings. A stopped service or an unreachable node is not a problem of the database. */
async function requestDoctor(
  there: Config,
  { config, log }: Pick<UpgradeRequest, 'config' | 'log'>,
): Promise<string[]> {
  const masterKey = await readMasterKey(config);
  const ground = await openGround({ ...there, masterKey }, log, { anyClock: true });
  try {
    // An instance that never started has no findings.
    if (!(await isFounded(ground.db))) return [];
    if (masterKey === null) throw new UpgradeError(`${config.dataDir}/master.key is missing`);
    const findings = await withAssembled(ground, ({ app, coinWallets, nodes }) =>
      examine({ ...app, coinWallets, nodes }),
    );
    return findings.filter(({ ok }) => !ok).map(({ check, text }) => `${check}: ${text}`);
  } finally {
    await ground.close();
  }
}

export interface UpgradeRequest {
  /** The configuration, whose data folder has symbolic links resolved. */
  readonly config: Config;
  /** Location of the older PostgreSQL's programs; null: the usual one. */
  readonly programs: string | null;
  readonly place: Place | null;
  readonly log: Log;
  readonly abort: Abort;
  say(progress: string): void;
}

export interface Upgraded {
  readonly applied: readonly string[];
  readonly from: string;
  readonly tables: number;
  readonly rows: number;
  readonly projects: number;
  /** Problems that the doctor found in the new database. */
  readonly unwell: readonly string[];
  readonly backup: string | null;
}

export function serverFolder({ dataDir }: Config): string {
  return join(dataDir, 'postgres');
}

/** Throws UpgradeError when the database is not the embedded one or does not exist. */
export function assertEmbedded(config: Config): string {
  if (config.databaseUrl !== null)
    throw new UpgradeError(
      'upgrade the database of DATABASE_URL with the tools of its server, and migrate it with `chaintill migrate`: ' +
        'docs/operations.md, "Upgrade"',
    );
  // Between the two steps of a swap there is no cluster, although the database exists.
  finishSwap(serverFolder(config));
  const major = majorIn(serverFolder(config));
  if (major === null)
    throw new UpgradeError(
      `there is no database in ${config.dataDir}. Set CHAINTILL_DATA_DIR to its folder`,
    );
  return major;
}

/** Null: already at this release. Throws UpgradeError, BackupError and EmbeddedPostgresError. */
export async function upgradeDatabase(requested: UpgradeRequest): Promise<Upgraded | null> {
  const { config, log, abort, say } = requested;
  const major = assertEmbedded(config);
  const folder = serverFolder(config);
  const programs = programsOf(major, requested);
  for (const left of await removeLeft(folder, PASSING.upgrade))
    say(`removed ${left}, left by an interrupted upgrade`);
  const old = await openOld(folder, { programs, log });
  return undoneAfter({ abort, undo: old.close }, async () => {
    const pending = await pendingMigrations(old.db);
    if (programs === undefined && pending?.length === 0) return null;
    const backup = await backUpFirst(requested, { ...old, folder, programs });
    await assertRoom(folder, await freeIn(folder), await bytesBelow(clusterIn(folder)));
    return replace(requested, { ...old, folder, major, programs, backup });
  });
}

/** An older version needs its own programs, which this release does not include. */
export function programsOf(
  major: string,
  { programs }: Pick<UpgradeRequest, 'programs'>,
): Programs | undefined {
  return major === MAJOR_VERSION ? undefined : findPrograms(major, programs);
}

export interface OldDatabase {
  readonly server: EmbeddedPostgres;
  readonly db: Database;
  close(): Promise<void>;
}

/** No other client is connected, and none can connect until it is closed. */
export async function openOld(
  folder: string,
  { programs, log }: { readonly programs: Programs | undefined; readonly log: Log },
): Promise<OldDatabase> {
  const server = await startEmbeddedPostgres({
    folder,
    log,
    ...QUIET,
    alone: true,
    ...(programs !== undefined && { programs }),
  });
  const db = openDatabase(server.owner, log);
  let closing: Promise<void> | null = null;
  const close = async () => {
    await db.close();
    await server.stop();
  };
  return {
    server,
    db,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

interface Replacing extends OldDatabase {
  readonly folder: string;
  readonly major: string;
  readonly programs: Programs | undefined;
  readonly backup: string | null;
}

async function replace(requested: UpgradeRequest, old: Replacing): Promise<Upgraded> {
  const { abort, say } = requested;
  const { folder, major, backup } = old;
  const migration = await lastMigration(old.db);
  const passing = await makePassing(folder, PASSING.upgrade);
  return undoneAfter({ abort, undo: () => removePassing(passing) }, async () => {
    const control = await makeCopy(requested, { old, passing });
    const { nextTransaction, ...done } = await finishUpgrade(requested, passing);
    await old.close();
    if (control !== null && !control.equals(await controlOf(folder)))
      throw new UpgradeError(
        'another process used the database during the upgrade. Stop it and run the command again',
      );
    if (await purge(folder, KEPT)) say('removed what the previous upgrade had kept');
    const upgradedAt = new Date(wallNow()).toISOString();
    await writeKept(folder, {
      major,
      migration,
      backup,
      upgraded_at: upgradedAt,
      next_transaction: nextTransaction,
    });
    const incoming = join(passing.slice(folder.length + 1), 'postgres', 'cluster');
    swapClusters({ folder, incoming, aside: clusterIn(KEPT) });
    return { ...done, backup, from: major };
  });
}

export async function lastMigration(db: Database): Promise<number> {
  const [row] = await db.query<{ last: number }>('select max(version) as last from migrations');
  return row?.last ?? 0;
}

/**
 * Makes the copy in `<passing>/postgres/cluster`. Returns the control data of the old cluster when its server stopped;
 * null: the server still runs, and accepts no connections.
 */
async function makeCopy(
  requested: UpgradeRequest,
  { old, passing }: { readonly old: Replacing; readonly passing: string },
): Promise<Buffer | null> {
  const { log, say } = requested;
  const { folder, programs } = old;
  const target = join(passing, 'postgres');
  await mkdir(target, { mode: 0o711 });
  if (programs !== undefined) {
    await moveDatabase({ from: old, to: { folder: target }, like: clusterIn(folder), log, say });
    return null;
  }
  await old.close();
  say('copying the database');
  const control = await controlOf(folder);
  await copyTree(clusterIn(folder), join(target, 'cluster'));
  return control;
}

/** Every server start writes to it. */
function controlOf(folder: string): Promise<Buffer> {
  return readFile(join(clusterIn(folder), 'global', 'pg_control'));
}
