// The name of an archived WAL file: PostgreSQL's name, plus a seal of its content made with the master key. Without the
// seal, anyone who can write to a place of backups could substitute other WAL.
import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { parseHistoryName, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import { BackupError } from '../errors.ts';

const NAME = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.gz$/;
/** The service needs the processors for other work. */
const LEVEL = 1;

export interface StoredWal {
  /** The file name as stored. */
  readonly file: string;
  /** PostgreSQL's name. */
  readonly name: string;
}

/** Ignores other files in the folder. */
export function parseStored(files: readonly string[]): StoredWal[] {
  return files.flatMap((file) => {
    const [, name = ''] = NAME.exec(file) ?? [];
    const isWal = parseWalName(name) !== null || parseHistoryName(name) !== null;
    return isWal ? [{ file, name }] : [];
  });
}

interface Sealing {
  /** Derived from the master key (signature.ts). */
  readonly key: Uint8Array;
  readonly system: string;
}

export function storedName({ key, system }: Sealing, name: string, content: Uint8Array): string {
  const sum = createHash('sha256').update(content).digest('hex');
  const seal = createHmac('sha256', key).update(`wal ${system} ${name} ${sum}`).digest('hex');
  return `${name}.${seal}.gz`;
}

export function compressWal(content: Uint8Array): Promise<Uint8Array> {
  return promisify(gzip)(content, { level: LEVEL });
}

/** Throws BackupError for a damaged file; with a key (null: no key) also for one that was not sealed with it. */
export async function decompressWal(
  sealing: Sealing | null,
  { file, name }: StoredWal,
  archive: Uint8Array,
): Promise<Uint8Array> {
  const content = await promisify(gunzip)(archive).catch(() => {
    throw new BackupError(`${file} cannot be read: it is damaged`);
  });
  if (sealing === null || storedName(sealing, name, content) === file) return content;
  throw new BackupError(
    `${file} is not sealed with this master key: it is from another instance, or was changed`,
  );
}
