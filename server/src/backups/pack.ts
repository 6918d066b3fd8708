// An archive as it is made: what is added goes through tar and gzip to where it is stored, and is summed up on the way.
// Nothing of it is held in memory.
import { pipeline, type Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { type Sum, summing } from './backup.ts';

export interface Packing {
  addFolder(path: string): Promise<void>;
  /** `bytes` of them. */
  addFile(path: string, bytes: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** No more is added. The sums of what was, and of the archive. Throws what storing it threw. */
  end(): Promise<{ readonly contents: readonly Sum[]; readonly archive: Sum }>;
  /** Nothing of it is wanted any more. */
  abandon(): void;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** The times of files are of no use to PostgreSQL. */
const MTIME = new Date(0);
/** The archive waits for the processor more than for the disk. */
const LEVEL = 1;

/** `store` reads the archive to its end. */
export function pack(
  name: string,
  store: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Packing {
  const packed = tar.pack();
  const zipped = createGzip({ level: LEVEL });
  pipeline(packed, zipped, () => undefined);
  const whole = summing(name);
  const contents: Sum[] = [];
  const stored = store(whole.pass(zipped));
  // Whoever adds would wait for ever for a store that has given up.
  const failed = stored.then(() => new Promise<never>(() => undefined));
  failed.catch(() => packed.destroy());
  return {
    addFolder: (path) => Promise.race([failed, addFolder(packed, path)]),
    async addFile(path, bytes, chunks) {
      const sums = summing(path);
      await Promise.race([failed, addFile(packed, { path, bytes }, sums.pass(chunks))]);
      contents.push(sums.sum());
    },
    async end() {
      packed.finalize();
      await stored;
      return { contents, archive: whole.sum() };
    },
    abandon() {
      packed.destroy();
      stored.catch(() => undefined);
    },
  };
}

function addFolder(packed: tar.Pack, path: string): Promise<void> {
  const header = { name: `${path}/`, type: 'directory', mode: FOLDER_MODE, mtime: MTIME } as const;
  return new Promise((resolve, reject) => {
    packed.entry(header, (error) => (error ? reject(error) : resolve()));
  });
}

async function addFile(
  packed: tar.Pack,
  { path, bytes }: { path: string; bytes: number },
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  const header = { name: path, size: bytes, mode: FILE_MODE, mtime: MTIME };
  await new Promise<void>((resolve, reject) => {
    const entry = packed.entry(header, (error) => (error ? reject(error) : resolve()));
    fill(entry, chunks).catch(reject);
  });
}

async function fill(entry: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) if (!entry.write(chunk)) await drained(entry);
  entry.end();
}

/** Or closed: then the next write fails. */
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
