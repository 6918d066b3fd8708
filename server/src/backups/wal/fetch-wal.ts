// What follows a backup, out of the place where the log is stored: found, proven to be the till's own and without a
// gap, and put to where PostgreSQL reads it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseHistoryName,
  parseWalName,
  WAL_FILE_BYTES,
  walAfter,
} from '@chaintill/embedded-postgres/wal-names';
import { chunksOf, writeNew } from '../../core/store-files.ts';
import type { Manifest } from '../backup.ts';
import type { Place, WalPlace } from '../place.ts';
import { parseStored, type StoredWal, unpackWal } from './seal-wal.ts';

export interface FollowingWal {
  readonly timeline: number;
  /** In order, histories first. */
  readonly files: readonly StoredWal[];
  /** The first one that is not there, although others after it are; null: none is missing. */
  readonly missing: string | null;
  /** What they take where PostgreSQL reads them. */
  readonly bytes: number;
}

interface Asked {
  readonly place: Place;
  readonly manifest: Manifest;
  /** Of signature.ts; null: there is none here. */
  readonly key: Uint8Array | null;
}

export async function findWal(asked: Asked): Promise<FollowingWal> {
  const { manifest } = asked;
  const from = asked.place.wal(manifest.system);
  const stored = parseStored(await from.list());
  const byName = new Map(stored.map((each) => [each.name, each]));
  const histories = stored.filter(({ name }) => parseHistoryName(name) !== null);
  const texts = new Map<number, string>();
  for (const each of histories)
    texts.set(
      parseHistoryName(each.name) ?? 0,
      Buffer.from(await read(asked, from, each)).toString(),
    );
  const { timeline, lastLog } = { timeline: manifest.timeline, lastLog: manifest.last_log };
  const names = stored.map(({ name }) => name).filter((name) => parseWalName(name) !== null);
  const path = walAfter({ timeline, lastLog }, { names, histories: texts });
  const files = path.names.flatMap((name) => byName.get(name) ?? []);
  return {
    ...{ timeline: path.timeline, files: [...histories, ...files], missing: path.missing },
    bytes: files.length * WAL_FILE_BYTES,
  };
}

/** Throws BackupError for the first that is damaged, or not sealed with the key. */
export async function fetchWal(
  asked: Asked,
  { files }: FollowingWal,
  cluster: string,
): Promise<void> {
  const from = asked.place.wal(asked.manifest.system);
  for (const each of files) {
    const target = join(cluster, 'pg_wal', each.name);
    await rm(target, { force: true });
    await writeNew(target, chunksOf(await read(asked, from, each)));
  }
}

async function read(
  { key, manifest: { system } }: Asked,
  from: WalPlace,
  stored: StoredWal,
): Promise<Uint8Array> {
  const sealing = key === null ? null : { key, system };
  return await unpackWal(sealing, stored, await from.read(stored.file));
}
