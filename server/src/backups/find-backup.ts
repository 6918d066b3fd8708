// Which backup of a place is meant, and what its manifest says.
import { isBackupName, MANIFEST, type Manifest, parseManifest } from './backup.ts';
import { BackupError } from './errors.ts';
import { type Place, readText } from './place.ts';
import type { Until } from './wal/follow-wal.ts';

/** Without a name the newest, of those that ended before a moment. Throws BackupError when there is none. */
export async function findBackup(
  place: Place,
  name?: string,
  until: Until = 'latest',
): Promise<Manifest> {
  const found =
    name ?? (until instanceof Date ? await newestBefore(place, until) : await newest(place));
  if (found === undefined) throw new BackupError(`there is no backup in ${place.title}`);
  if (!isBackupName(found)) throw new BackupError(`${found} is no name of a backup`);
  return parseManifest(found, await readText(place, found, MANIFEST));
}

async function newest(place: Place): Promise<string | undefined> {
  return (await place.list()).at(-1);
}

async function newestBefore(place: Place, until: Date): Promise<string> {
  const all = (await readAll(place)).flatMap(({ manifest }) => manifest ?? []);
  const name = all.filter(({ ended_at: end }) => new Date(end) <= until).at(-1)?.name;
  if (name !== undefined) return name;
  throw new BackupError(`no backup in ${place.title} ended before ${until.toISOString()}`);
}

export interface Found {
  readonly name: string;
  readonly manifest: Manifest | null;
  /** Null when the manifest was read. */
  readonly problem: string | null;
}

/** All of a place, oldest first, also those whose manifest cannot be read. */
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

/** What tells a database from all others. */
export type Kind = Pick<Manifest, 'system' | 'mode' | 'network'>;

/** The backups of the same database, oldest first. */
export async function kinIn(place: Place, kind: Kind): Promise<Manifest[]> {
  const found = (await readAll(place)).flatMap(({ manifest }) => manifest ?? []);
  return found.filter((manifest) => titleOf(manifest) === titleOf(kind));
}

function titleOf({ system, mode, network }: Kind): string {
  return [system, mode, network].join(' ');
}
