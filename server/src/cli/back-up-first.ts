// Makes and verifies a backup before a database is upgraded: the backup is restored into a scratch folder and migrated
// there, and its ledger is verified. This is also a dry run of the upgrade.

import { createBackup } from '../backups/create.ts';
import { readKeyBytes } from '../backups/keys.ts';
import { noteBackup } from '../backups/note-backup.ts';
import { readConfigured } from '../backups/place.ts';
import { type VerifyRequest, verifyBackup } from '../backups/verify.ts';
import { processEnvironment } from '../core/config/environment.ts';
import type { Database } from '../db/database.ts';
import type { EmbeddedPostgres, Programs } from '../db/embedded.ts';
import { findingText } from '../ledger/audit.ts';
import { UpgradeError } from '../upgrades/kept.ts';
import type { UpgradeRequest } from './upgrade-database.ts';

export interface RunningOld {
  readonly server: EmbeddedPostgres;
  readonly db: Database;
  readonly folder: string;
  readonly programs: Programs | undefined;
}

/** The backup's name; null: none was requested. Throws UpgradeError when the ledger does not balance. */
export async function backUpFirst(
  requested: UpgradeRequest,
  { server, db, folder, programs }: RunningOld,
): Promise<string | null> {
  const { config, place, log, abort, say } = requested;
  if (place === null) return null;
  say(`making a backup in ${place.title}`);
  const manifest = await createBackup({
    config,
    place,
    log,
    abort,
    sealedKeys: null,
    masterKey: await readKeyBytes(config),
    configured: readConfigured(processEnvironment()),
    running: { folder, db, connection: server.owner },
  });
  const verification: VerifyRequest = {
    place,
    manifest,
    log,
    abort,
    say,
    programs,
    followed: null,
    scratchIn: config.dataDir,
  };
  const { findings } = await verifyBackup(verification);
  const [found] = findings;
  if (found !== undefined)
    throw new UpgradeError(
      `the ledger is inconsistent, so nothing was upgraded: ${findingText(found)}`,
    );
  await noteGood(db, manifest, say);
  return manifest.name;
}

/** The database may be from a release without this record. */
async function noteGood(
  db: Database,
  manifest: VerifyRequest['manifest'],
  say: (text: string) => void,
): Promise<void> {
  try {
    await noteBackup(db, manifest, true);
  } catch {
    say('the successful backup could not be recorded, so its age is not monitored');
  }
}
