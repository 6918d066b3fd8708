// Reads the settings for backups of the embedded database and for the object store.
import { type NightlyBackups, readNightly } from './read-nightly.ts';
import { type ObjectStoreSettings, readObjectStore } from './read-object-store.ts';
import type { Values } from './values.ts';

interface Backups {
  readonly walTo: string | null;
  readonly walSeconds: number;
  readonly nightly: NightlyBackups | null;
  readonly backupHoursMax: number;
  readonly objectStore: ObjectStoreSettings | null;
}

export function readBackups(values: Values): Backups {
  const { optional, integer, problems } = values;
  const walTo = optional('CHAINTILL_WAL_ARCHIVE_DESTINATION');
  const nightly = readNightly(values);
  const objectStore = readObjectStore(values);
  for (const [name, to] of [
    ['CHAINTILL_WAL_ARCHIVE_DESTINATION', walTo],
    ['CHAINTILL_BACKUP_DESTINATION', nightly?.to ?? null],
  ] as const) {
    if (to !== null && optional('DATABASE_URL') !== null)
      problems.push(
        `${name} is for the embedded database: that of DATABASE_URL is backed up by its own tools`,
      );
    if (objectStore === null && to?.startsWith('s3:'))
      problems.push(`${name} begins with s3: and needs CHAINTILL_S3_ACCESS_KEY and its secret`);
  }
  return {
    ...{ walTo, nightly, objectStore },
    walSeconds: integer('CHAINTILL_WAL_ARCHIVE_SECONDS', 1, 3600),
    backupHoursMax: integer('CHAINTILL_BACKUP_MAX_AGE_HOURS', 0, 8760),
  };
}
