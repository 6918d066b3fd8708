// Builds an archive as a stream: added files go through tar and gzip to storage, and are checksummed on the way. Files
// are never held in memory as a whole.
import { pipeline, type Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { type Sum, summing } from './backup.ts';

export interface ArchiveWriter {
  addFolder(path: string): Promise<void>;
  /** The file has `bytes` bytes. */
  addFile(path: string, bytes: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Completes the archive. Returns the checksums of its files and of the archive. Throws the error of storing it. */
  end(): Promise<{ readonly contents: readonly Sum[]; readonly archive: Sum }>;
  abandon(): void;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** PostgreSQL does not use file times. */
const MTIME = new Date(0);
/** Archiving is limited by the processor rather than the disk. */
const LEVEL = 1;

/** `store` reads the archive to its end. */
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
