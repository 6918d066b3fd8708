// Verifies that a backup can be restored: restores it into a scratch folder that is deleted again, and verifies the
// result. Needs no key, and nothing leaves the machine.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../core/log.ts';
import { openDatabase } from '../db/database.ts';
import { type Programs, startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Abort, undoneAfter } from './abort.ts';
import { ARCHIVE, compareSum, type Manifest, summing } from './backup.ts';
import { makePassing, PASSING, removeLeft, removePassing } from './passing-folder.ts';
import type { Place } from './place.ts';
import { recoverBackup } from './recover.ts';
import { assertRoomFor } from './room.ts';
import { type VerifiedCopy, verifyCopy } from './verify-copy.ts';
import type { Followed } from './wal/follow-wal.ts';

export interface VerifyRequest {
  readonly place: Place;
  readonly manifest: Manifest;
  /** Location of the scratch folder, which takes as much space as the database. */
  readonly scratchIn: string;
  readonly followed: Followed | null;
  readonly programs?: Programs | undefined;
  readonly log: Log;
  readonly abort: Abort;
  say(progress: string): void;
}

interface Verified extends VerifiedCopy {
  /** It contains everything acknowledged before this time. */
  readonly until: Date;
}

/** Throws BackupError, EmbeddedPostgresError, or PostgreSQL's error for a damaged page. */
export async function verifyBackup(requested: VerifyRequest): Promise<Verified> {
  const { scratchIn, abort, followed, say } = requested;
  await mkdir(scratchIn, { recursive: true });
  for (const left of await removeLeft(scratchIn, PASSING.verify))
    say(`removed ${left}, left by an interrupted verification`);
  await assertRoomFor(requested.manifest, scratchIn, followed?.wal.bytes ?? 0);
  const folder = await makePassing(scratchIn, PASSING.verify);
  return undoneAfter({ abort, undo: () => removePassing(folder) }, async () => {
    await compareFiles(requested);
    const until = await recoverBackup({ ...requested, folder });
    return { until, ...(await verifyRestored(join(folder, 'postgres'), requested)) };
  });
}

/** Verifies the files next to the archive; the archive is verified while it is read. */
async function compareFiles({ place, manifest }: VerifyRequest): Promise<void> {
  for (const stored of manifest.files.filter(({ path }) => path !== ARCHIVE)) {
    const sums = summing(stored.path);
    for await (const chunk of sums.pass(await place.read(manifest.name, stored.path))) void chunk;
    compareSum(stored, sums.sum());
  }
}

async function verifyRestored(
  folder: string,
  { log, programs, say }: VerifyRequest,
): Promise<VerifiedCopy> {
  const server = await startEmbeddedPostgres({
    ...{ folder, log },
    ...(programs !== undefined && { programs }),
  });
  const db = openDatabase(server.owner, log);
  try {
    // A backup of an earlier release is migrated, as when this release starts on it.
    await migrate(db);
    return await verifyCopy(db, say);
  } finally {
    await db.close();
    await server.stop();
  }
}
