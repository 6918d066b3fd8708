// A backup is a set of files in one place. The last file, the manifest, lists the others with their checksums;
// without a manifest, the backup does not exist.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { DAY } from '../core/clock.ts';
import { parsedJson } from '../core/json-text.ts';
import { isSameText } from '../core/same-text.ts';
import type { Configured } from './place.ts';

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** What an interrupted backup left is deleted after this time. */
export const UNFINISHED_AGE_MAX = DAY;

export const ARCHIVE = 'database.tar.gz';
export const KEYS = 'keys.age';
export const MANIFEST = 'manifest.json';

export const IN_ARCHIVE = { cluster: 'cluster/', data: 'data/' } as const;

export interface Sum {
  readonly path: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly name: string;
  readonly version: string;
  readonly migration: number;
  readonly postgresql: string;
  readonly mode: string;
  readonly network: string;
  /** Database time. The backup contains everything acknowledged before `ended_at`. */
  readonly began_at: string;
  readonly ended_at: string;
  readonly system: string;
  readonly timeline: number;
  readonly first_log: string;
  readonly last_log: string;
  /** The history of the database (db/own-history.ts); undefined: from a release without histories. */
  readonly history?: string;
  readonly files: readonly Sum[];
  readonly contents: readonly Sum[];
  readonly configured?: Configured;
  /** Null: the machine that made the backup had no master key. */
  readonly seal?: string | null;
}

export const FORMAT = 1;

const NAME = /^chaintill-\d{8}T\d{6}Z$/;

export function nameAt(time: number): string {
  const digits = new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return `chaintill-${digits}Z`;
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** Throws BackupError for a manifest that this release cannot read. */
export function parseManifest(name: string, text: string): Manifest {
  const manifest = parsedJson(text) as Manifest | null;
  if (manifest === null || manifest.name !== name)
    throw new BackupError(`${name} has a manifest that cannot be read`);
  if (manifest.format !== FORMAT)
    throw new BackupError(
      `${name} was made by release ${manifest.version}, in a format that this release does not support`,
    );
  if (!Array.isArray(manifest.files) || !Array.isArray(manifest.contents))
    throw new BackupError(`${name} has a manifest that cannot be read`);
  return manifest;
}

const MEGABYTE = 1_000_000;

export function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / MEGABYTE);
}

export function archiveBytes({ files }: Manifest): number {
  return files.find(({ path }) => path === ARCHIVE)?.bytes ?? 0;
}

export function summing(path: string) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    sum: (): Sum => ({ path, bytes, sha256: hash.digest('hex') }),
  };
}

export function compareSum(stored: Sum | undefined, found: Sum): void {
  if (stored?.bytes === found.bytes && stored.sha256 === found.sha256) return;
  throw new BackupError(
    `${found.path} differs from the backup's list: the file is damaged or was changed`,
  );
}

// Proves the origin of a backup. The checksums in a manifest detect accidents, but an attacker who can change a
// backup can change them too. The seal's key is derived from the master key, which is never stored with backups.

const KEY_BYTES = 32;
/** Domain separation of the derived key (RFC 5869, `info`). */
const PURPOSE = 'chaintill backups v1';

export function sealingKeyOf(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', PURPOSE, KEY_BYTES));
}

interface Sealed {
  readonly seal?: string | null;
}

function sealOf(key: Uint8Array, value: Sealed): string {
  return createHmac('sha256', key).update(textOf(value)).digest('hex');
}

export function sealedAs<T extends object>(key: Uint8Array | null, value: T): T & Sealed {
  return { ...value, seal: key === null ? null : sealOf(key, value) };
}

/** False: made without a key. Throws BackupError for another key and for changed contents. */
export function isSealedAs(key: Uint8Array, value: Sealed, title: string): boolean {
  if (typeof value.seal !== 'string') return false;
  if (isSameText(sealOf(key, value), value.seal)) return true;
  throw new BackupError(
    `${title} is not sealed with this master key: it is from another instance, or was changed`,
  );
}

export function isSealed(key: Uint8Array, manifest: Manifest): boolean {
  return isSealedAs(key, manifest, manifest.name);
}

/** Without the seal. Serializing the parsed value reproduces the stored text. */
function textOf({ seal: _seal, ...rest }: Sealed): string {
  return JSON.stringify(rest);
}
