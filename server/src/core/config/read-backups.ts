// Reads the settings for backups of the embedded database and for the object store.
import { trimTrailing } from '../escape-text.ts';
import type { Values } from './values.ts';

export interface NightlyBackups {
  readonly to: string;
  /** In UTC. */
  readonly minuteOfDay: number;
  readonly kept: number;
  /** An age recipient; null: the backup contains no keys. */
  readonly recipient: string | null;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const HOUR_MINUTES = 60;

function readNightly({ optional, text, integer, problems }: Values): NightlyBackups | null {
  const to = optional('CHAINTILL_BACKUP_DESTINATION');
  const recipient = optional('CHAINTILL_BACKUP_RECIPIENT');
  const kept = integer('CHAINTILL_BACKUP_KEEP', 1, 9999);
  const [, hour, minute] = TIME.exec(text('CHAINTILL_BACKUP_TIME')) ?? [];
  if (hour === undefined)
    problems.push('CHAINTILL_BACKUP_TIME must be a time of the day by UTC such as 03:17');
  if (recipient !== null && !recipient.startsWith('age1'))
    problems.push('CHAINTILL_BACKUP_RECIPIENT is a recipient of age: it begins with age1');
  return to === null
    ? null
    : { to, recipient, kept, minuteOfDay: Number(hour) * HOUR_MINUTES + Number(minute) };
}

export function readBackups(values: Values) {
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
    walTo,
    nightly,
    objectStore,
    walSeconds: integer('CHAINTILL_WAL_ARCHIVE_SECONDS', 1, 3600),
    backupHoursMax: integer('CHAINTILL_BACKUP_MAX_AGE_HOURS', 0, 8760),
  };
}

export interface ObjectStoreSettings {
  /** Null: the AWS endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string | null;
  readonly secretKeyFile: string | null;
}

function readObjectStore(values: Values): ObjectStoreSettings | null {
  const { optional, text, url, problems } = values;
  const accessKey = optional('CHAINTILL_S3_ACCESS_KEY');
  const secretKey = optional('CHAINTILL_S3_SECRET_KEY');
  const secretKeyFile = optional('CHAINTILL_S3_SECRET_KEY_FILE');
  const input = url('CHAINTILL_S3_ENDPOINT', ['https:', 'http:']);
  const endpoint = input === null ? null : trimTrailing(input, '/');
  const region = text('CHAINTILL_S3_REGION');
  if (accessKey === null && secretKey === null && secretKeyFile === null) return null;
  if (accessKey === null || (secretKey === null) === (secretKeyFile === null)) {
    problems.push(
      'CHAINTILL_S3_ACCESS_KEY and one of CHAINTILL_S3_SECRET_KEY and CHAINTILL_S3_SECRET_KEY_FILE go together',
    );
    return null;
  }
  return { endpoint, region, accessKey, secretKey, secretKeyFile };
}
