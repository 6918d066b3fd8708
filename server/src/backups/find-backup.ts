// The backups of a place and their manifests.
import { isBackupName, MANIFEST, type Manifest, parseManifest } from './backup.ts';
import { BackupError } from './errors.ts';
import { type Place, readText } from './place.ts';

/** Throws BackupError when there is no readable backup of that name. */
export async function findBackup(place: Place, name: string): Promise<Manifest> {
  if (!isBackupName(name)) throw new BackupError(`${name} is not the name of a backup`);
  return parseManifest(name, await readText(place, name, MANIFEST));
}

export interface Found {
  readonly name: string;
  readonly manifest: Manifest | null;
  /** Null when the manifest was read. */
  readonly problem: string | null;
}

/** All backups of a place, oldest first, including those with unreadable manifests. */
export async function readAll(place: Place): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of await place.list()) found.push(await readOne(place, name));
  return found;
}

async function readOne(place: Place, name: string): Promise<Found> {
  try {
    return { name, manifest: await findBackup(place, name), problem: null };
  } catch (error) {
    return { name, manifest: null, problem: error instanceof Error ? error.message : `${error}` };
  }
}

/** Readable backups, oldest first. */
export async function manifestsOf(place: Place): Promise<Manifest[]> {
  return (await readAll(place)).flatMap(({ manifest }) => manifest ?? []);
}

/** Identifies a database. */
export type Kind = Pick<Manifest, 'system' | 'mode' | 'network'>;

/** The backups of the same database, oldest first. */
export async function kinIn(place: Place, kind: Kind): Promise<Manifest[]> {
  const found = await manifestsOf(place);
  return found.filter((manifest) => titleOf(manifest) === titleOf(kind));
}

function titleOf({ system, mode, network }: Kind): string {
  return [system, mode, network].join(' ');
}
