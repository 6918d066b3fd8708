// Makes one backup of the embedded database while the service runs. The backup appears in its place only when
// complete.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BaseBackup,
  type CopiedEntry,
  copyCluster,
} from '@chaintill/embedded-postgres/base-backup';
import { wallNow } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { packageVersion } from '../core/places.ts';
import { chunksOf } from '../core/store-files.ts';
import { type ArchiveWriter, pack } from './archive.ts';
import {
  ARCHIVE,
  archiveBytes,
  BackupError,
  FORMAT,
  IN_ARCHIVE,
  KEYS,
  MANIFEST,
  type Manifest,
  nameAt,
  type Sum,
  sealedAs,
  sealingKeyOf,
  summing,
} from './backup.ts';
import { kinIn } from './choose-backup.ts';
import {
  assertOwnBackups,
  assertOwnPlace,
  noteBegun,
  type OwnPlace,
  type Storing,
} from './claims/own-place.ts';
import { notingRefusal } from './claims/refusal.ts';
import { type Abort, assertRoom } from './passing-folder.ts';
import type { Configured, Draft, Place } from './place.ts';
import { type RunningDatabase, withRunningDatabase } from './running-database.ts';
import { STALL_LIMIT, type Watched, watchingProgress } from './stall.ts';

/** Never add the master key here. */
const DATA_FILES = ['address-numbers'];

export interface CreateRequest {
  readonly config: Config;
  readonly place: Place;
  readonly sealedKeys: Uint8Array | null;
  /** Null: the origin of the backup cannot be verified later. */
  readonly masterKey: Uint8Array | null;
  readonly configured: Configured;
  readonly log: Log;
  /** A database that the caller already has open; otherwise that of the running service. */
  readonly running?: RunningDatabase;
  /** For tests: the backup is aborted after so many milliseconds without progress. */
  readonly stallLimit?: number;
  readonly abort: Abort;
}

/** Throws BackupError when the embedded database is not running, and any error of copying or storing. */
export function createBackup(requested: CreateRequest): Promise<Manifest> {
  const { config, log } = requested;
  if (requested.running !== undefined) return createOf(requested, requested.running);
  return withRunningDatabase(config, log, (running) => createOf(requested, running));
}

function createOf(requested: CreateRequest, running: RunningDatabase): Promise<Manifest> {
  const { place, masterKey } = requested;
  const key = masterKey === null ? null : sealingKeyOf(masterKey);
  return notingRefusal(running.db, place.title, async () => {
    const storing = { place, running, key };
    const own = await assertOwnPlace(storing);
    const name = nameAt(wallNow());
    const before = await checkFirst(requested, running);
    assertNewest(name, before);
    await assertOwnBackups(storing, own, before.kin);
    await assertRoomIn(before);
    return makeIn(requested, { storing, own, name });
  });
}

interface Beginning {
  readonly storing: Storing;
  readonly own: OwnPlace;
  readonly name: string;
}

async function makeIn(
  requested: CreateRequest,
  { storing, own, name }: Beginning,
): Promise<Manifest> {
  const { place, running } = storing;
  const { abort } = requested;
  if (own.history !== null) await noteBegun(running.db, name);
  const draft = await place.begin(name);
  const dismiss = abort.undo(() => draft.abandon());
  try {
    const manifest = await writeAll(requested, { running, name, draft, history: own.history });
    // Checked again because the backup took a while: another instance may have taken the place over.
    await assertOwnPlace(storing);
    await draft.finish();
    return manifest;
  } catch (error) {
    await draft.abandon().catch(() => undefined);
    throw error;
  } finally {
    dismiss();
  }
}

/** Backups are ordered by name: a backup made while the clock is behind would look old and be deleted. */
function assertNewest(name: string, { place, newest }: Before): void {
  if (newest === null || newest.name < name) return;
  throw new BackupError(
    `${newest.name} in ${place.title} is newer than the current time (${name}): set the machine's clock, or move that backup away`,
  );
}

interface Before {
  readonly place: Place;
  readonly kin: readonly Manifest[];
  readonly newest: Manifest | null;
  readonly databaseBytes: number;
}

async function checkFirst(
  { config, place }: CreateRequest,
  { db }: RunningDatabase,
): Promise<Before> {
  const { mode, network } = config;
  const [row] = await db.query<{ system: string; bytes: number }>(
    `select system_identifier::text as system,
       (select sum(pg_database_size(oid))::float8 from pg_database) as bytes
     from pg_control_system()`,
  );
  const kin = await kinIn(place, { system: row?.system ?? '', mode, network });
  return { place, kin, newest: kin.at(-1) ?? null, databaseBytes: row?.bytes ?? 0 };
}

/** The size of the last backup plus a tenth; without one, half of the database. */
async function assertRoomIn({ place, newest, databaseBytes }: Before): Promise<void> {
  const free = await place.free();
  const bytes = newest === null ? databaseBytes / 2 : archiveBytes(newest) * 1.1;
  if (free !== null) assertRoom(place.title, free, bytes);
}

interface Making {
  readonly running: RunningDatabase;
  readonly history: string | null;
  readonly name: string;
  readonly draft: Draft;
}

async function writeAll(
  { config, sealedKeys, masterKey, configured, stallLimit = STALL_LIMIT }: CreateRequest,
  { running, name, draft, history }: Making,
): Promise<Manifest> {
  const archiveWriter = pack(ARCHIVE, (chunks) => draft.write(ARCHIVE, chunks));
  try {
    const copied = await watchingProgress(stallLimit, (watched) =>
      copyDatabase(running, { name, archiveWriter: archiveWriter, watched }),
    );
    await addDataFiles(config, archiveWriter);
    const { contents, archive } = await archiveWriter.end();
    const files = [archive, ...(await writeKeys(draft, sealedKeys))];
    const manifest = sealedAs(masterKey === null ? null : sealingKeyOf(masterKey), {
      ...describe(config, { name, copied, contents, files }),
      migration: await readMigration(running),
      configured,
      ...(history !== null && { history }),
    });
    await draft.write(MANIFEST, chunksOf(`${JSON.stringify(manifest, null, 1)}\n`));
    return manifest;
  } catch (error) {
    archiveWriter.abandon();
    throw error;
  }
}

/** Only the holder of the age identity can decrypt this file. */
async function writeKeys(draft: Draft, sealed: Uint8Array | null): Promise<Sum[]> {
  if (sealed === null) return [];
  const sums = summing(KEYS);
  await draft.write(KEYS, sums.pass(chunksOf(sealed)));
  return [sums.sum()];
}

function copyDatabase(
  { folder, connection }: RunningDatabase,
  copying: {
    readonly name: string;
    readonly archiveWriter: ArchiveWriter;
    readonly watched: Watched;
  },
): Promise<BaseBackup> {
  const { name, archiveWriter, watched } = copying;
  const take = async ({ path, isFolder, bytes, read }: CopiedEntry) => {
    const target = `${IN_ARCHIVE.cluster}${path}`;
    await (isFolder
      ? archiveWriter.addFolder(target)
      : archiveWriter.addFile(target, bytes, watched.pass(read())));
  };
  return copyCluster({ connection, folder, label: name, take, signal: watched.signal });
}

/** Added after the database, so that the file contains every number that the database has used. */
async function addDataFiles(config: Config, archiveWriter: ArchiveWriter): Promise<void> {
  for (const name of DATA_FILES) {
    const path = join(config.dataDir, name);
    if (!existsSync(path)) continue;
    const text = await readFile(path, 'utf8');
    await archiveWriter.addFile(
      `${IN_ARCHIVE.data}${name}`,
      Buffer.byteLength(text),
      chunksOf(text),
    );
  }
}

async function readMigration({ db }: RunningDatabase): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    'select max(version) as version from migrations',
  );
  return row?.version ?? 0;
}

function describe(
  config: Config,
  made: {
    readonly name: string;
    readonly copied: BaseBackup;
    readonly contents: readonly Sum[];
    readonly files: readonly Sum[];
  },
): Omit<Manifest, 'migration'> {
  const { name, copied, contents, files } = made;
  return {
    format: FORMAT,
    name,
    version: packageVersion(),
    postgresql: copied.serverVersion,
    mode: config.mode,
    network: config.network,
    began_at: copied.beganAt.toISOString(),
    ended_at: copied.endedAt.toISOString(),
    system: copied.system,
    timeline: copied.timeline,
    first_log: copied.firstLog,
    last_log: copied.lastLog,
    files,
    contents,
  };
}
