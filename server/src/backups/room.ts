// Whether a disk has room for what comes, looked at before: a copy that fills the disk of the till stops the till.
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Manifest, megabytesOf } from './backup.ts';
import { BackupError } from './errors.ts';

/** What stays free beside it: the till on the same disk writes on meanwhile. */
const RESERVE = 500_000_000;
/** What a database writes while it is brought to its end and read. */
const GROWTH_PERCENT = 5;

/** Of the disk of this folder, which need not be there yet. */
export async function freeIn(folder: string): Promise<number> {
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  return bavail * bsize;
}

/** Throws BackupError with how much is needed. */
export function assertRoom(folder: string, free: number, bytes: number): void {
  const needed = bytes + RESERVE;
  if (free >= needed) return;
  throw new BackupError(
    `${folder} has ${megabytesOf(free)} MB free, ${megabytesOf(needed)} MB are needed: free some space, or name another place`,
  );
}

/** A database that is made of a backup, and of so many bytes of the log that follows it. */
export async function assertRoomFor(
  manifest: Manifest,
  folder: string,
  walBytes: number,
): Promise<void> {
  const bytes = manifest.contents.reduce((sum, each) => sum + each.bytes, 0);
  const grown = Math.ceil((bytes * (100 + GROWTH_PERCENT)) / 100);
  assertRoom(folder, await freeIn(folder), grown + walBytes);
}
