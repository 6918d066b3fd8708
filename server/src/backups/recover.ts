// Restores a backup into a separate folder. PostgreSQL then recovers to the end of the copy.
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import { MAJOR_VERSION, type Programs, recoverEmbeddedPostgres } from '../db/embedded.ts';
import { unpack } from './archive.ts';
import { BackupError, IN_ARCHIVE, type Manifest } from './backup.ts';
import type { Place } from './place.ts';
import { endsTooEarly, type Followed } from './wal/follow-wal.ts';

export interface RecoverRequest {
  readonly place: Place;
  readonly manifest: Manifest;
  /** Created here; has the layout of a data folder, without keys. */
  readonly folder: string;
  readonly log: Log;
  /** The WAL after the backup; null: not applied. */
  readonly followed: Followed | null;
  /** For a backup of a PostgreSQL major version other than the bundled one. */
  readonly programs?: Programs | undefined;
  say(progress: string): void;
}

/** Returns the database time of the recovered state. The caller deletes the folder after an error. */
export async function recoverBackup(requested: RecoverRequest): Promise<Date> {
  const { place, manifest, folder, log, followed, programs, say } = requested;
  assertReadable(manifest, programs);
  const unpacked = join(folder, 'unpacked');
  const postgres = join(folder, 'postgres');
  // The server's user must be able to reach its folder below.
  await mkdir(unpacked, { recursive: true, mode: 0o711 });
  say(`reading ${manifest.name} and comparing its checksums`);
  await unpack(place, manifest, unpacked);
  await mkdir(postgres, { mode: 0o711 });
  await rename(join(unpacked, IN_ARCHIVE.cluster), join(postgres, 'cluster'));
  if (followed !== null) {
    say(`reading ${followed.wal.files.length} WAL files`);
    await followed.fetch(join(postgres, 'cluster'));
  }
  say(`recovering the database to ${endOf(followed)}`);
  const { until = null, wal } = followed ?? {};
  const { lastCommitAt } = await recoverEmbeddedPostgres({
    folder: postgres,
    log,
    until,
    ...(programs !== undefined && { programs }),
    ...(wal !== undefined && { timeline: wal.timeline }),
  }).catch((error: unknown) => {
    throw followed === null ? error : endsTooEarly(followed, error);
  });
  const endedAt = new Date(manifest.ended_at);
  if (followed === null) return endedAt;
  return until ?? (lastCommitAt !== null && lastCommitAt > endedAt ? lastCommitAt : endedAt);
}

function assertReadable(
  { name, version, postgresql }: Manifest,
  programs: Programs | undefined,
): void {
  const [major = ''] = postgresql.split('.');
  const ours = programs?.major ?? MAJOR_VERSION;
  if (major === ours) return;
  throw new BackupError(
    `${name} is of PostgreSQL ${major}, but this release includes ${ours}: restore it with the release that made it ` +
      `(${version}), then upgrade (docs/operations.md, "Upgrade")`,
  );
}

function endOf(followed: Followed | null): string {
  if (followed === null) return 'the end of the copy';
  return followed.until === null ? 'the end of the WAL' : followed.until.toISOString();
}
