// The name under which a file of the log is stored: that of PostgreSQL, and a seal by the master key over its content.
// Who can write to a place of backups could otherwise put another day there.
import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { parseHistoryName, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import { BackupError } from '../errors.ts';

const NAME = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.gz$/;
/** The service has other work for its processors. */
const LEVEL = 1;

export interface StoredWal {
  /** As stored. */
  readonly file: string;
  /** As PostgreSQL calls it. */
  readonly name: string;
}

/** Others that are in the folder are nobody's. */
export function parseStored(files: readonly string[]): StoredWal[] {
  return files.flatMap((file) => {
    const [, name = ''] = NAME.exec(file) ?? [];
    const isWal = parseWalName(name) !== null || parseHistoryName(name) !== null;
    return isWal ? [{ file, name }] : [];
  });
}

interface Sealing {
  /** Of signature.ts. */
  readonly key: Uint8Array;
  readonly system: string;
}

export function storedName({ key, system }: Sealing, name: string, content: Uint8Array): string {
  const sum = createHash('sha256').update(content).digest('hex');
  const seal = createHmac('sha256', key).update(`wal ${system} ${name} ${sum}`).digest('hex');
  return `${name}.${seal}.gz`;
}

export function packWal(content: Uint8Array): Promise<Uint8Array> {
  return promisify(gzip)(content, { level: LEVEL });
}

/** Throws BackupError for what is damaged; with a key (null: there is none) also for what was not sealed with it. */
export async function unpackWal(
  sealing: Sealing | null,
  { file, name }: StoredWal,
  packed: Uint8Array,
): Promise<Uint8Array> {
  const content = await promisify(gunzip)(packed).catch(() => {
    throw new BackupError(`${file} cannot be read: it is damaged`);
  });
  if (sealing === null || storedName(sealing, name, content) === file) return content;
  throw new BackupError(
    `${file} is not sealed with this master key: it is of another till, or somebody changed it`,
  );
}
