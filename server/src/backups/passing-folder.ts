// Temporary folders in which a copy is processed; they are deleted afterwards together with the server running in them.
// Their names contain the owning process, so that the next command finds what a killed one left behind.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { abandonEmbeddedPostgres } from '../db/embedded.ts';
import { BackupError, type Manifest, megabytesOf } from './backup.ts';

// Checks free disk space in advance: a copy that fills the instance's disk stops the instance.

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

export const PASSING = {
  verify: 'chaintill-verify-',
  restore: 'restoring-',
  upgrade: 'upgrading-',
} as const;
type Prefix = (typeof PASSING)[keyof typeof PASSING];

/** Number of attempts, because a server or process may still be writing files there. */
const REMOVAL_ATTEMPTS = 10;

export function makePassing(within: string, prefix: Prefix): Promise<string> {
  return mkdtemp(join(within, `${prefix}${process.pid}-`));
}

export async function removePassing(folder: string): Promise<void> {
  await abandonEmbeddedPostgres(join(folder, 'postgres'));
  await rm(folder, { recursive: true, force: true, maxRetries: REMOVAL_ATTEMPTS });
}

/** Deletes folders whose commands have ended, and stops their servers. Returns what was deleted. */
export async function removeLeft(within: string, prefix: Prefix): Promise<string[]> {
  const left = (await readdir(within)).filter((name) => {
    const pid = ownerOf(name, prefix);
    return pid !== null && !isAtWork(pid);
  });
  for (const name of left) await removePassing(join(within, name));
  return left.map((name) => join(within, name));
}

/** The process that made the folder; null: not a temporary folder. */
function ownerOf(name: string, prefix: Prefix): number | null {
  const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
  return pid === undefined ? null : Number(pid);
}

/** False for this process, which has no folder yet: in a container, the previous process may have had its id. */
function isAtWork(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
