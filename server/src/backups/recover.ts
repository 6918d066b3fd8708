// The files of a backup in a folder of its own, and PostgreSQL brought to the end of what was copied. What it is then
// good for is the caller's: to be proven, or to be the database again.
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import { MAJOR_VERSION, type Programs, recoverEmbeddedPostgres } from '../db/embedded.ts';
import { IN_ARCHIVE, type Manifest } from './backup.ts';
import { BackupError } from './errors.ts';
import type { Place } from './place.ts';
import { unpack } from './unpack.ts';
import { endsTooEarly, type Followed } from './wal/follow-wal.ts';

export interface RecoverRequest {
  readonly place: Place;
  readonly manifest: Manifest;
  /** Is made, and becomes what a data folder is, but for keys. */
  readonly folder: string;
  readonly log: Log;
  /** What was written after it; null: nothing of that is wanted. */
  readonly followed: Followed | null;
  /** Of the major version of PostgreSQL that it is of, where the program brings another. */
  readonly programs?: Programs | undefined;
  say(progress: string): void;
}

/**
 * Up to when it is then, by the clock of the database. Throws BackupError and EmbeddedPostgresError; what was made by
 * then is the caller's to remove.
 */
export async function recoverBackup(requested: RecoverRequest): Promise<Date> {
  const { place, manifest, folder, log, followed, programs, say } = requested;
  assertReadable(manifest, programs);
  const unpacked = join(folder, 'unpacked');
  const postgres = join(folder, 'postgres');
  // The server's user has to get to its folder below.
  await mkdir(unpacked, { recursive: true, mode: 0o711 });
  say(`reading ${manifest.name} and comparing its sums`);
  await unpack(place, manifest, unpacked);
  await mkdir(postgres, { mode: 0o711 });
  await rename(join(unpacked, IN_ARCHIVE.cluster), join(postgres, 'cluster'));
  if (followed !== null) {
    say(`reading ${followed.wal.files.length} files of the log`);
    await followed.fetch(join(postgres, 'cluster'));
  }
  say(`bringing the database to ${endOf(followed)}`);
  const { until = null, wal } = followed ?? {};
  const { lastCommitAt } = await recoverEmbeddedPostgres({
    ...{ folder: postgres, log, until },
    ...(programs !== undefined && { programs }),
    ...(wal !== undefined && { timeline: wal.timeline }),
  }).catch((error: unknown) => {
    throw followed === null ? error : endsTooEarly(followed, error);
  });
  const endedAt = new Date(manifest.ended_at);
  if (followed === null) return endedAt;
  return until ?? (lastCommitAt !== null && lastCommitAt > endedAt ? lastCommitAt : endedAt);
}

/** Throws BackupError for one of another major version of PostgreSQL. */
function assertReadable(
  { name, version, postgresql }: Manifest,
  programs: Programs | undefined,
): void {
  const [major = ''] = postgresql.split('.');
  const ours = programs?.major ?? MAJOR_VERSION;
  if (major === ours) return;
  throw new BackupError(
    `${name} is of PostgreSQL ${major}, this release brings ${ours}: restore it with the release that made it ` +
      `(${version}), then upgrade (docs/operations.md, "Upgrade")`,
  );
}

function endOf(followed: Followed | null): string {
  if (followed === null) return 'the end of the copy';
  return followed.until === null ? 'the end of the log' : followed.until.toISOString();
}
