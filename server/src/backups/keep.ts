// Which backups of a place stay when another one was made: the newest few of the same till.
import type { Manifest } from './backup.ts';
import { BackupError } from './errors.ts';
import { kinIn } from './find-backup.ts';
import type { Place } from './place.ts';

const KEPT = /^[1-9]\d{0,3}$/;

/** How many are to stay. Throws BackupError for anything but a whole number from 1 on. */
export function readKept(text: string): number {
  if (!KEPT.test(text)) throw new BackupError('--keep is how many are to stay, from 1 to 9999');
  return Number(text);
}

/**
 * Removes what is older than the newest so many of the database of `made`; the names of those. `made` is whole, and
 * stays. What another till put there, or what cannot be read, neither counts nor goes.
 */
export async function keepNewest(
  place: Place,
  kept: number,
  made: Manifest,
): Promise<readonly string[]> {
  const kin = (await kinIn(place, made)).map(({ name }) => name);
  const old = kin.slice(0, -kept).filter((name) => name !== made.name);
  for (const name of old) await place.remove(name);
  return old;
}
