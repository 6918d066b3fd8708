// Streams files through tar and gzip to storage, with checksums on the way. Memory never holds a whole file.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, Readable, type Writable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { writeNew } from '../core/store-files.ts';
import { ARCHIVE, BackupError, compareSum, type Manifest, type Sum, summing } from './backup.ts';
import type { Place } from './place.ts';

// Compares each file, and the archive, with the checksum in the manifest. Files that the manifest does not list are
// not written.

const OWNER_ONLY = 0o700;

/** The folder gets `cluster/` and `data/`. PostgreSQL syncs the files at its start. Throws BackupError. */
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

export interface ArchiveWriter {
  addFolder(path: string): Promise<void>;
  addFile(path: string, bytes: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the checksums of the files and of the archive. Throws the error of storing the archive. */
  end(): Promise<{ readonly contents: readonly Sum[]; readonly archive: Sum }>;
  abandon(): void;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** PostgreSQL does not use file times. */
const MTIME = new Date(0);
/** The processor, not the disk, limits the speed of an archive. */
const LEVEL = 1;

export function pack(
  name: string,
  store: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): ArchiveWriter {
  const archive = tar.pack();
  const zipped = createGzip({ level: LEVEL });
  pipeline(archive, zipped, () => undefined);
  const whole = summing(name);
  const contents: Sum[] = [];
  const stored = store(whole.pass(zipped));
  // Without this, adding a file would wait forever for a store that has failed.
  const failed = stored.then(() => new Promise<never>(() => undefined));
  failed.catch(() => archive.destroy());
  return {
    addFolder: (path) => Promise.race([failed, addFolder(archive, path)]),
    async addFile(path, bytes, chunks) {
      const sums = summing(path);
      await Promise.race([failed, addFile(archive, { path, bytes }, sums.pass(chunks))]);
      contents.push(sums.sum());
    },
    async end() {
      archive.finalize();
      await stored;
      return { contents, archive: whole.sum() };
    },
    abandon() {
      archive.destroy();
      stored.catch(() => undefined);
    },
  };
}

function addFolder(archive: tar.Pack, path: string): Promise<void> {
  const header = { name: `${path}/`, type: 'directory', mode: FOLDER_MODE, mtime: MTIME } as const;
  return new Promise((resolve, reject) => {
    archive.entry(header, (error) => (error ? reject(error) : resolve()));
  });
}

async function addFile(
  archive: tar.Pack,
  { path, bytes }: { path: string; bytes: number },
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const header = { name: path, size: bytes, mode: FILE_MODE, mtime: MTIME };
  await new Promise<void>((resolve, reject) => {
    const entry = archive.entry(header, (error) => (error ? reject(error) : resolve()));
    fill(entry, chunks).catch(reject);
  });
}

async function fill(entry: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) if (!entry.write(chunk)) await drained(entry);
  entry.end();
}

/** Also resolves when closed; the next write then fails. */
function drained(entry: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      entry.off('drain', done);
      entry.off('close', done);
      resolve();
    };
    entry.on('drain', done);
    entry.on('close', done);
  });
}
