// Checks free disk space in advance: a copy that fills the instance's disk stops the instance.
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Manifest, megabytesOf } from './backup.ts';
import { BackupError } from './errors.ts';

/** Reserved, because the instance on the same disk continues to write. */
const RESERVE = 500_000_000;
/** Written by a database while it is recovered and read. */
const GROWTH_PERCENT = 5;

/** The free space of the disk that contains this folder, which may not exist yet. */
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

/** Space for a database restored from a backup, with this many bytes of WAL after it. */
export async function assertRoomFor(
  manifest: Manifest,
  folder: string,
  walBytes: number,
): Promise<void> {
  const bytes = manifest.contents.reduce((sum, each) => sum + each.bytes, 0);
  const grown = Math.ceil((bytes * (100 + GROWTH_PERCENT)) / 100);
  assertRoom(folder, await freeIn(folder), grown + walBytes);
}
