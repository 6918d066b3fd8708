// Before a database is upgraded a backup of it is made and proven: restored into a scratch folder, migrated there, its
// books proven. That is also the first rehearsal of what comes.
import { readConfigured } from '../backups/configured.ts';
import { createBackup } from '../backups/create.ts';
import { readKeyBytes } from '../backups/keys.ts';
import { noteBackup } from '../backups/note-backup.ts';
import { type VerifyRequest, verifyBackup } from '../backups/verify.ts';
import { processEnvironment } from '../core/config/environment.ts';
import type { Database } from '../db/database.ts';
import type { EmbeddedPostgres, Programs } from '../db/embedded.ts';
import { findingText } from '../ledger/finding-text.ts';
import { UpgradeError } from '../upgrades/errors.ts';
import type { UpgradeRequest } from './upgrade-database.ts';

export interface RunningOld {
  readonly server: EmbeddedPostgres;
  readonly db: Database;
  readonly folder: string;
  readonly programs: Programs | undefined;
}

/** Its name; null: none was asked for. Throws UpgradeError where its books do not add up. */
export async function backUpFirst(
  requested: UpgradeRequest,
  { server, db, folder, programs }: RunningOld,
): Promise<string | null> {
  const { config, place, log, cut, say } = requested;
  if (place === null) return null;
  say(`making a backup in ${place.title}`);
  const manifest = await createBackup({
    ...{ config, place, log, cut, sealedKeys: null },
    masterKey: await readKeyBytes(config),
    configured: readConfigured(processEnvironment()),
    running: { folder, db, connection: server.owner },
  });
  const proving: VerifyRequest = {
    ...{ place, manifest, log, cut, say, programs },
    ...{ followed: null, scratchIn: config.dataDir },
  };
  const { findings } = await verifyBackup(proving);
  const [found] = findings;
  if (found !== undefined)
    throw new UpgradeError(
      `the books do not add up, and nothing was upgraded: ${findingText(found)}`,
    );
  await noteGood(db, manifest, say);
  return manifest.name;
}

/** The release that made the database may not have known of it. */
async function noteGood(
  db: Database,
  manifest: VerifyRequest['manifest'],
  say: (text: string) => void,
): Promise<void> {
  try {
    await noteBackup(db, manifest, true);
  } catch {
    say('That it is good could not be noted: its age is not watched');
  }
}
