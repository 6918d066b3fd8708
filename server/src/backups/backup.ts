// A backup is a set of files in one place. The last file, the manifest, lists the others with their checksums; without
// it the backup does not exist.
import { createHash } from 'node:crypto';
import type { Configured } from './configured.ts';
import { BackupError } from './errors.ts';

export const ARCHIVE = 'database.tar.gz';
export const KEYS = 'keys.age';
export const MANIFEST = 'manifest.json';

/** Folders in the archive: the PostgreSQL cluster, and files of the data folder. */
export const IN_ARCHIVE = { cluster: 'cluster/', data: 'data/' } as const;

export interface Sum {
  /** Path in the archive, or with slashes below it. */
  readonly path: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly name: string;
  /** The release that made it. */
  readonly version: string;
  readonly migration: number;
  readonly postgresql: string;
  readonly mode: string;
  readonly network: string;
  /** The backup contains everything acknowledged before `ended_at`. Database time. */
  readonly began_at: string;
  readonly ended_at: string;
  /** System identifier of the copied cluster; never changes. */
  readonly system: string;
  readonly timeline: number;
  readonly first_log: string;
  readonly last_log: string;
  /** The history of the database (claims/own-history.ts); undefined: from a release without histories. */
  readonly history?: string;
  /** Stored next to the manifest. */
  readonly files: readonly Sum[];
  /** Files in the archive. */
  readonly contents: readonly Sum[];
  /** The configuration of the service. */
  readonly configured?: Configured;
  /** Made with the instance's master key (signature.ts); null: there was no master key where the backup was made. */
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
  const manifest = read(text);
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

function read(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}

const MEGABYTE = 1_000_000;

export function megabytesOf(bytes: number): number {
  return Math.ceil(bytes / MEGABYTE);
}

/** Size of the archive. */
export function archiveBytes({ files }: Manifest): number {
  return files.find(({ path }) => path === ARCHIVE)?.bytes ?? 0;
}

/** Computes a checksum of the chunks that pass through. `sum` is final once all have passed. */
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

/** Throws BackupError when it differs from the stored one. */
export function compareSum(stored: Sum | undefined, found: Sum): void {
  if (stored?.bytes === found.bytes && stored.sha256 === found.sha256) return;
  throw new BackupError(
    `${found.path} differs from what was backed up: it is damaged or was changed`,
  );
}
