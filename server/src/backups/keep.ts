// Which backups of a place stay when another one was made: the newest few of the same till.
import { parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { Manifest } from './backup.ts';
import { BackupError } from './errors.ts';
import { kinIn } from './find-backup.ts';
import type { Place } from './place.ts';
import { parseStored } from './wal/seal-wal.ts';

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
  await keepWalOf(place, await kinIn(place, made));
  return old;
}

/** What the oldest that is there does not need, none does. */
async function keepWalOf(place: Place, kin: readonly Manifest[]): Promise<void> {
  const needed = kin.map(({ first_log: name }) => parseWalName(name)?.number ?? 0);
  const first = Math.min(...needed);
  const [{ system } = { system: '' }] = kin;
  const wal = place.wal(system);
  for (const { file, name } of parseStored(await wal.list())) {
    const place = parseWalName(name);
    if (place !== null && place.number < first) await wal.remove(file);
  }
}
