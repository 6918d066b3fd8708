// Temporary folders for copies, deleted with the servers that run in them. A folder's name contains its process, so
// that the next command finds what a killed one left behind.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isOtherProcess } from '../core/other-process.ts';
import { abandonEmbeddedPostgres } from '../db/embedded.ts';
import { BackupError, type Manifest, megabytesOf } from './backup.ts';

// A copy that fills the instance's disk stops the instance.

/** The instance on the same disk continues to write. */
const RESERVE = 500_000_000;
/** Written by a database during recovery and verification. */
const GROWTH_PERCENT = 5;

/** The folder may not exist yet. */
export async function freeIn(folder: string): Promise<number> {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  return bavail * bsize;
}

/** Throws BackupError with the required space. */
export function assertRoom(folder: string, free: number, bytes: number): void {
  const needed = bytes + RESERVE;
  if (free >= needed) return;
  throw new BackupError(
    `${folder} has ${megabytesOf(free)} MB free, but ${megabytesOf(needed)} MB are needed: free some space, or use another location`,
  );
}

/** For a database restored from the backup, with this many bytes of WAL after it. */
export async function assertRoomFor(
  manifest: Manifest,
  folder: string,
  walBytes: number,
): Promise<void> {
  const bytes = manifest.contents.reduce((sum, each) => sum + each.bytes, 0);
  const grown = Math.ceil((bytes * (100 + GROWTH_PERCENT)) / 100);
  assertRoom(folder, await freeIn(folder), grown + walBytes);
}

export const PASSING = {
  verify: 'chaintill-verify-',
  restore: 'restoring-',
  upgrade: 'upgrading-',
} as const;
type Prefix = (typeof PASSING)[keyof typeof PASSING];

/** A server or another process may still be writing files there. */
const REMOVAL_ATTEMPTS = 10;

export function makePassing(within: string, prefix: Prefix): Promise<string> {
  return mkdtemp(join(within, `${prefix}${process.pid}-`));
}

export async function removePassing(folder: string): Promise<void> {
  await abandonEmbeddedPostgres(join(folder, 'postgres'));
  await rm(folder, { recursive: true, force: true, maxRetries: REMOVAL_ATTEMPTS });
}

/** Folders whose commands have ended. Stops their servers. Returns the deleted folders. */
export async function removeLeft(within: string, prefix: Prefix): Promise<string[]> {
  const left = (await readdir(within)).filter((name) => {
    const pid = ownerOf(name, prefix);
    return pid !== null && !isOtherProcess(pid);
  });
  for (const name of left) await removePassing(join(within, name));
  return left.map((name) => join(within, name));
}

/** The process that made the folder; null: not a temporary folder. */
function ownerOf(name: string, prefix: Prefix): number | null {
  const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
  return pid === undefined ? null : Number(pid);
}

export interface Abort {
  /** Registers `undo` for an interruption. The returned function cancels it. */
  undo(undo: () => Promise<unknown>): () => void;
}

/** `undo` runs when the work ends, fails or is interrupted. */
export async function undoneAfter<T>(
  { abort, undo }: { readonly abort: Abort; readonly undo: () => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  const dismiss = abort.undo(undo);
  try {
    return await work();
  } finally {
    await undo();
    dismiss();
  }
}
