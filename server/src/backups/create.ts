// Makes one backup of the embedded database while the service runs: streamed to its place, and there only when whole.
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
import { packageVersion } from '../core/package-version.ts';
import type { Sql } from '../db/database.ts';
import { findEmbeddedPostgres } from '../db/embedded.ts';
import {
  ARCHIVE,
  FORMAT,
  IN_ARCHIVE,
  KEYS,
  MANIFEST,
  type Manifest,
  nameAt,
  type Sum,
  summing,
} from './backup.ts';
import { BackupError } from './errors.ts';
import { type Packing, pack } from './pack.ts';
import type { Draft, Place } from './place.ts';
import { chunksOf } from './store-files.ts';

/** Of the data folder, beside the database. The master key is not among them, and never in the archive. */
const DATA_FILES = ['address-numbers'];

type Ground = { readonly config: Config; readonly db: Sql };

/** Throws BackupError where the database is not the embedded one, and what copying or storing throws. */
export async function createBackup(
  ground: Ground,
  place: Place,
  sealedKeys: Uint8Array | null,
): Promise<Manifest> {
  const { config } = ground;
  if (config.databaseUrl !== null)
    throw new BackupError(
      'the database of DATABASE_URL is backed up by the tools of its server: docs/operations.md, "Backup"',
    );
  const name = nameAt(wallNow());
  const draft = await place.begin(name);
  try {
    const manifest = await writeAll(ground, { name, draft, sealedKeys });
    await draft.finish();
    return manifest;
  } catch (error) {
    await draft.abandon().catch(() => undefined);
    throw error;
  }
}

async function writeAll(
  ground: Ground,
  { name, draft, sealedKeys }: { name: string; draft: Draft; sealedKeys: Uint8Array | null },
): Promise<Manifest> {
  const packing = pack(ARCHIVE, (chunks) => draft.write(ARCHIVE, chunks));
  try {
    const copied = await copyDatabase(ground.config, name, packing);
    await addDataFiles(ground.config, packing);
    const { contents, archive } = await packing.end();
    const files = [archive, ...(await writeKeys(draft, sealedKeys))];
    const manifest = await describe(ground, { name, copied, contents, files });
    await draft.write(MANIFEST, chunksOf(`${JSON.stringify(manifest, null, 1)}\n`));
    return manifest;
  } catch (error) {
    packing.abandon();
    throw error;
  }
}

/** A file of its own, for whoever has the identity. */
async function writeKeys(draft: Draft, sealed: Uint8Array | null): Promise<Sum[]> {
  if (sealed === null) return [];
  const sums = summing(KEYS);
  await draft.write(KEYS, sums.pass(chunksOf(sealed)));
  return [sums.sum()];
}

async function copyDatabase(config: Config, name: string, packing: Packing): Promise<BaseBackup> {
  const folder = join(config.dataDir, 'postgres');
  const found = await findEmbeddedPostgres(folder);
  if (found === null) throw new BackupError(`no database is running in ${folder}`);
  const take = async ({ path, isFolder, bytes, read }: CopiedEntry) => {
    const target = `${IN_ARCHIVE.cluster}${path}`;
    await (isFolder ? packing.addFolder(target) : packing.addFile(target, bytes, read()));
  };
  return copyCluster({ connection: found.owner, folder, label: name, take });
}

/** After the database: a number that it knows as taken is in the file by then. */
async function addDataFiles(config: Config, packing: Packing): Promise<void> {
  for (const name of DATA_FILES) {
    const path = join(config.dataDir, name);
    if (!existsSync(path)) continue;
    const text = await readFile(path, 'utf8');
    await packing.addFile(`${IN_ARCHIVE.data}${name}`, Buffer.byteLength(text), chunksOf(text));
  }
}

async function describe(
  { config, db }: Ground,
  made: {
    readonly name: string;
    readonly copied: BaseBackup;
    readonly contents: readonly Sum[];
    readonly files: readonly Sum[];
  },
): Promise<Manifest> {
  const { name, copied, contents, files } = made;
  const [row] = await db.query<{ version: number }>(
    'select max(version) as version from migrations',
  );
  return {
    ...{ format: FORMAT, name, version: packageVersion(), migration: row?.version ?? 0 },
    postgresql: copied.serverVersion,
    ...{ mode: config.mode, network: config.network },
    began_at: copied.beganAt.toISOString(),
    ended_at: copied.endedAt.toISOString(),
    ...{ system: copied.system, timeline: copied.timeline },
    ...{ first_log: copied.firstLog, last_log: copied.lastLog },
    ...{ files, contents },
  };
}
