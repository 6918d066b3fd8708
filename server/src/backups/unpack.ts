// Unpacks an archive into files: each is compared with its checksum in the manifest, and so is the archive. Files that
// the manifest does not list are not written.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { writeNew } from '../core/store-files.ts';
import { ARCHIVE, compareSum, type Manifest, type Sum, summing } from './backup.ts';
import { BackupError } from './errors.ts';
import type { Place } from './place.ts';

const OWNER_ONLY = 0o700;

/**
 * Unpacks into this folder, as `cluster/` and `data/`. PostgreSQL syncs the files that it starts with. Throws
 * BackupError for the first file that differs.
 */
export async function unpack(place: Place, manifest: Manifest, folder: string): Promise<void> {
  const whole = summing(ARCHIVE);
  const missing = new Map(manifest.contents.map((sum) => [sum.path, sum]));
  const entries = tar.extract();
  const source = await place.read(manifest.name, ARCHIVE);
  // The reader reports an archive that ends too early.
  pipeline(Readable.from(whole.pass(source)), createGunzip(), entries, () => undefined);
  try {
    for await (const entry of entries) await store(entry, { missing, folder });
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${ARCHIVE} of ${manifest.name} cannot be read: ${reason}`);
  }
  compareSum(
    manifest.files.find(({ path }) => path === ARCHIVE),
    whole.sum(),
  );
  const [lost] = missing.keys();
  if (lost !== undefined) throw new BackupError(`${lost} is not in ${ARCHIVE}`);
}

async function store(
  entry: tar.Entry,
  { missing, folder }: { missing: Map<string, Sum>; folder: string },
): Promise<void> {
  const { name, type } = entry.header;
  const path = name.replace(/\/$/, '');
  if (!/^(cluster|data)(\/|$)/.test(path) || path.split('/').includes('..'))
    throw new BackupError(`${ARCHIVE} contains ${name}, which no backup has`);
  if (type === 'directory') {
    await mkdir(join(folder, path), { recursive: true, mode: OWNER_ONLY });
    entry.resume();
    return;
  }
  const stored = missing.get(path);
  if (stored === undefined || type !== 'file')
    throw new BackupError(`${ARCHIVE} contains ${name}, which is not in its manifest`);
  missing.delete(path);
  await mkdir(dirname(join(folder, path)), { recursive: true, mode: OWNER_ONLY });
  const sums = summing(path);
  await writeNew(join(folder, path), sums.pass(entry));
  compareSum(stored, sums.sum());
}
