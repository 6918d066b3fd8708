// The files of a cluster that belong in a copy, by PostgreSQL's list of files to exclude ("Making a Base Backup Using
// the Low Level API"), and how to read each file while the server writes.
import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, embeddedFailure } from './failure.ts';

export interface CopiedEntry {
  /** Below the folder of the cluster, with slashes. */
  readonly path: string;
  readonly isFolder: boolean;
  /** `read` returns exactly this many bytes. */
  readonly bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

/** The server recreates their contents at each start. The log is copied separately. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|(?:backup_label|tablespace_map)(?:\.old)?|backup_manifest|current_logfiles|(?:recovery|standby)\.signal|postgresql\.auto\.conf\.tmp)$/;
/** At any depth: files that the server rebuilds, or temporary files of queries. */
const PASSING = /^(?:pg_internal\.init|pgsql_tmp)/;
/** The server overwrites this file in place. A mix of an old and a new version is read again. */
const CONTROL = 'global/pg_control';
const CONTROL_READS_MAX = 100;
const CHUNK_BYTES = 1 << 18;

/** Folders before their contents. Skips a file that is dropped in the meantime. */
export async function* listCluster(cluster: string, below = ''): AsyncGenerator<CopiedEntry> {
  const found = await readdir(join(cluster, below), { withFileTypes: true });
  for (const { name, ...item } of found
    .map((each) => ({ name: each.name, isFolder: each.isDirectory(), isFile: each.isFile() }))
    .sort(byName)) {
    const path = below === '' ? name : `${below}/${name}`;
    if (LEFT_OUT.test(path) || PASSING.test(name)) continue;
    if (item.isFolder) {
      yield folderEntry(path);
      if (!EMPTIED.includes(path)) yield* listCluster(cluster, path);
    } else if (path === CONTROL) yield await controlEntry(cluster);
    else if (item.isFile) {
      const entry = await entryOf(cluster, path);
      if (entry !== null) yield entry;
    }
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** The log files from one name to another, and the history files of earlier timelines. */
export async function* listLog(
  folder: string,
  { firstLog, lastLog }: { firstLog: string; lastLog: string },
): AsyncGenerator<CopiedEntry> {
  const names = (await readdir(folder)).sort();
  const needed = names.filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && firstLog <= name && name <= lastLog,
  );
  if (needed[0] !== firstLog || needed.at(-1) !== lastLog)
    throw embeddedFailure(`The log of the database lacks ${firstLog} to ${lastLog}`);
  for (const name of [...names.filter((each) => each.endsWith('.history')), ...needed]) {
    const entry = await entryOf(folder, name);
    if (entry === null) throw embeddedFailure(`The log of the database lacks ${name}`);
    yield { ...entry, path: `pg_wal/${name}` };
  }
}

export function textEntry(path: string, text: string): CopiedEntry {
  const content = Buffer.from(text);
  return {
    path,
    isFolder: false,
    bytes: content.length,
    async *read() {
      yield content;
    },
  };
}

function folderEntry(path: string): CopiedEntry {
  return { path, isFolder: true, bytes: 0, async *read() {} };
}

async function controlEntry(cluster: string): Promise<CopiedEntry> {
  const file = join(cluster, CONTROL);
  let before = await readFile(file);
  for (let n = 0; n < CONTROL_READS_MAX; n++) {
    const now = await readFile(file);
    if (now.equals(before))
      return {
        path: CONTROL,
        isFolder: false,
        bytes: now.length,
        async *read() {
          yield now;
        },
      };
    before = now;
  }
  throw embeddedFailure(`${file} changes faster than it can be read`);
}

/** Null when the file no longer exists. The entry can be read once, which closes the file. */
export async function entryOf(folder: string, path: string): Promise<CopiedEntry | null> {
  const handle = await openIfThere(join(folder, path));
  if (handle === null) return null;
  const { size } = await handle.stat();
  return { path, isFolder: false, bytes: size, read: () => readExactly(handle, size) };
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Cuts a file that has grown, and pads one that has shrunk with zeros: the server's log restores both. */
async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  let left = size;
  try {
    const options = { start: 0, end: size - 1, highWaterMark: CHUNK_BYTES, autoClose: false };
    if (size > 0)
      for await (const chunk of handle.createReadStream(options)) {
        left -= chunk.length;
        yield chunk;
      }
    for (; left > 0; left -= CHUNK_BYTES) yield Buffer.alloc(Math.min(left, CHUNK_BYTES));
  } finally {
    await handle.close();
  }
}
