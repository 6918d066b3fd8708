// Which backup of a place is meant, and what its manifest says.
import { isBackupName, MANIFEST, type Manifest, parseManifest } from './backup.ts';
import { BackupError } from './errors.ts';
import { type Place, readText } from './place.ts';

/** Without a name the newest. Throws BackupError when there is none. */
export async function findBackup(place: Place, name?: string): Promise<Manifest> {
  const found = name ?? (await place.list()).at(-1);
  if (found === undefined) throw new BackupError(`there is no backup in ${place.title}`);
  if (!isBackupName(found)) throw new BackupError(`${found} is no name of a backup`);
  return parseManifest(found, await readText(place, found, MANIFEST));
}
