// Reads the settings for automatic backups.
import type { Values } from './values.ts';

export interface NightlyBackups {
  readonly to: string;
  /** The minute of the day in UTC. */
  readonly minuteOfDay: number;
  readonly kept: number;
  /** An age recipient; null: no keys are stored next to the backup. */
  readonly recipient: string | null;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const HOUR_MINUTES = 60;

/** Null: none. */
export function readNightly({ optional, text, integer, problems }: Values): NightlyBackups | null {
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
