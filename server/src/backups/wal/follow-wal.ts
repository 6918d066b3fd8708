// A restore applies WAL to the end of the archive, to a point in time, or not at all.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '@chaintill/embedded-postgres/failure';
import {
  parseHistoryName,
  parseWalName,
  WAL_FILE_BYTES,
  walAfter,
} from '@chaintill/embedded-postgres/wal-names';
import { chunksOf, writeNew } from '../../core/store-files.ts';
import { parseTimeParameter } from '../../core/time-text.ts';
import { BackupError, type Manifest } from '../backup.ts';
import type { Place } from '../place.ts';
import { type LocatedWal, type LogPath, readLocated, readStoredLog } from './stored-log.ts';

/** `latest`: as far as the WAL goes; `backup`: exactly to the end of the backup. */
export type Until = Date | 'latest' | 'backup';

export function readUntil(text: string | undefined): Until {
  if (text === undefined || text === 'latest') return 'latest';
  if (text === 'backup') return 'backup';
  const time = parseTimeParameter(text);
  if (time !== null) return new Date(time);
  throw new BackupError(
    `--until must be a time such as 2026-11-24T14:05:00Z, or latest, or backup, not ${text}`,
  );
}

export interface Followed {
  readonly wal: FollowingWal;
  /** Null: to the end of the WAL. */
  readonly until: Date | null;
  fetch(cluster: string): Promise<void>;
}

interface FindRequest {
  readonly place: Place;
  readonly manifest: Manifest;
  /** The path of the chosen history (`readHistories`). */
  readonly path: LogPath;
  /** Null: no master key on this machine. */
  readonly key: Uint8Array | null;
}

type Request = FindRequest & { readonly until: Until };

/** Null: no WAL is applied. Throws BackupError when the WAL does not reach that point. */
export async function followWal({ until, ...requested }: Request): Promise<Followed | null> {
  if (until === 'backup') return null;
  const { place, manifest, path } = requested;
  if (until !== 'latest' && until < new Date(manifest.ended_at))
    throw new BackupError(
      `${manifest.name} already contains everything up to ${manifest.ended_at}, and ${until.toISOString()} is earlier: use an older one`,
    );
  const wal = await findWal(requested);
  const title = path.wal === null ? place.title : place.wal(path.wal).title;
  if (wal.missing !== null && until === 'latest')
    throw new BackupError(
      `${wal.missing} is missing in ${title}, but later files exist: a restore is possible only up to there. ` +
        'Restore a newer backup, or set --until to an earlier time or to backup',
    );
  if (wal.bytes === 0 && until === 'latest') return null;
  if (wal.bytes === 0)
    throw new BackupError(`no WAL follows ${manifest.name} in ${title}: omit --until`);
  return {
    wal,
    until: until === 'latest' ? null : until,
    fetch: (cluster) => fetchWal(requested, wal, cluster),
  };
}

/** The restore error, replaced by one that the operator can act on when the WAL ends too early. */
export function endsTooEarly({ wal, until }: Followed, error: unknown): unknown {
  if (until === null || !(error instanceof EmbeddedPostgresError) || error.kind !== 'early')
    return error;
  const end = wal.missing === null ? 'the WAL ends' : `the WAL lacks ${wal.missing}, which is`;
  return new BackupError(
    `${end} before ${until.toISOString()}: omit --until to restore as much as possible`,
  );
}

// Verifies that the WAL after a backup is the instance's own and has no gap.

interface FollowingWal {
  readonly timeline: number;
  /** Timeline history files, then WAL files in order. */
  readonly files: readonly LocatedWal[];
  /** The first missing file before later ones, or null. */
  readonly missing: string | null;
  /** After decompression. */
  readonly bytes: number;
}

export async function findWal({ place, manifest, path, key }: FindRequest): Promise<FollowingWal> {
  const { files: stored, histories } = await readStoredLog(place, path, key);
  const byName = new Map(stored.map((each) => [each.name, each]));
  const copy = { timeline: manifest.timeline, lastLog: manifest.last_log };
  const names = [...byName.keys()].filter((name) => parseWalName(name) !== null);
  const found = walAfter(copy, { names, histories, timeline: path.timeline });
  const files = found.names.flatMap((name) => byName.get(name) ?? []);
  const first = [...byName.values()].filter(({ name }) => parseHistoryName(name) !== null);
  return {
    timeline: found.timeline,
    files: [...first, ...files],
    missing: found.missing,
    bytes: files.length * WAL_FILE_BYTES,
  };
}

/** Throws BackupError for the first file that is damaged or not sealed with the key. */
async function fetchWal(
  { manifest, key }: FindRequest,
  { files }: FollowingWal,
  cluster: string,
): Promise<void> {
  for (const each of files) {
    const target = join(cluster, 'pg_wal', each.name);
    await rm(target, { force: true });
    await writeNew(target, chunksOf(await readLocated(each, key, manifest.system)));
  }
}
