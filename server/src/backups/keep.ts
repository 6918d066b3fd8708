// Which backups of a place stay when another one was made: the newest few.
import { BackupError } from './errors.ts';
import type { Place } from './place.ts';

const KEPT = /^[1-9]\d{0,3}$/;

/** How many are to stay. Throws BackupError for anything but a whole number from 1 on. */
export function readKept(text: string): number {
  if (!KEPT.test(text)) throw new BackupError('--keep is how many are to stay, from 1 to 9999');
  return Number(text);
}

/** Removes what is older than the newest so many; the names of those. To be called when the newest is whole. */
export async function keepNewest(place: Place, kept: number): Promise<readonly string[]> {
  const old = (await place.list()).slice(0, -kept);
  for (const name of old) await place.remove(name);
  return old;
}
