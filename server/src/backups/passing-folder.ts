// Temporary folders in which a copy is processed; they are deleted afterwards together with the server running in them.
// Their names contain the owning process, so that the next command finds what a killed one left behind.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { abandonEmbeddedPostgres } from '../db/embedded.ts';

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
