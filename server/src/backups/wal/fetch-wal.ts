// Fetches the WAL that follows a backup from its place: finds it, verifies that it is the instance's own and has no
// gap, and puts it where PostgreSQL reads it.
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
import type { Place } from '../place.ts';
import { type LocatedWal, type LogPath, readLocated, readStoredLog } from './stored-log.ts';

export interface FollowingWal {
  readonly timeline: number;
  /** In order, timeline history files first. */
  readonly files: readonly LocatedWal[];
  /** The first missing file, although later ones exist; null: none is missing. */
  readonly missing: string | null;
  /** Their size where PostgreSQL reads them. */
  readonly bytes: number;
}

interface Request {
  readonly place: Place;
  readonly manifest: Manifest;
  readonly path: LogPath;
  /** Derived from the master key (signature.ts); null: no key on this machine. */
  readonly key: Uint8Array | null;
}

export async function findWal({ place, manifest, path, key }: Request): Promise<FollowingWal> {
  const { files: stored, histories } = await readStoredLog(place, path, key);
  const byName = new Map(stored.map((each) => [each.name, each]));
  const copy = { timeline: manifest.timeline, lastLog: manifest.last_log };
  const names = [...byName.keys()].filter((name) => parseWalName(name) !== null);
  const found = walAfter(copy, { names, histories, timeline: path.timeline });
  const files = found.names.flatMap((name) => byName.get(name) ?? []);
  const first = [...byName.values()].filter(({ name }) => parseHistoryName(name) !== null);
  return {
    ...{ timeline: found.timeline, files: [...first, ...files], missing: found.missing },
    bytes: files.length * WAL_FILE_BYTES,
  };
}

/** Throws BackupError for the first file that is damaged or not sealed with the key. */
export async function fetchWal(
  { manifest, key }: Request,
  { files }: FollowingWal,
  cluster: string,
): Promise<void> {
  for (const each of files) {
    const target = join(cluster, 'pg_wal', each.name);
    await rm(target, { force: true });
    await writeNew(target, chunksOf(await readLocated(each, key, manifest.system)));
  }
}
