// Folders that a copy is worked on in and that are removed again, with the server that runs in them. Their names tell
// whose they are, so that what a killed command left is found by the next one.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { abandonEmbeddedPostgres } from '../db/embedded.ts';

export const PASSING = {
  verify: 'chaintill-verify-',
  restore: 'restoring-',
  upgrade: 'upgrading-',
} as const;
type Prefix = (typeof PASSING)[keyof typeof PASSING];

/** Files that a server or a process is still writing there are tried again. */
const REMOVAL_ATTEMPTS = 10;

export function makePassing(within: string, prefix: Prefix): Promise<string> {
  return mkdtemp(join(within, `${prefix}${process.pid}-`));
}

export async function removePassing(folder: string): Promise<void> {
  await abandonEmbeddedPostgres(join(folder, 'postgres'));
  await rm(folder, { recursive: true, force: true, maxRetries: REMOVAL_ATTEMPTS });
}

/** Removes those whose command is no more, and ends their servers. What was removed. */
export async function removeLeft(within: string, prefix: Prefix): Promise<string[]> {
  const left = (await readdir(within)).filter((name) => {
    const pid = ownerOf(name, prefix);
    return pid !== null && !isAtWork(pid);
  });
  for (const name of left) await removePassing(join(within, name));
  return left.map((name) => join(within, name));
}

/** The process that made it; null: it is no such folder. */
function ownerOf(name: string, prefix: Prefix): number | null {
  const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
  return pid === undefined ? null : Number(pid);
}

/** This process has made none yet: in a container its number may be that of the one before. */
function isAtWork(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
