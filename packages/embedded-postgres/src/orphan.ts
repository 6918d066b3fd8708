// A data folder that was deleted while its PostgreSQL still ran: the server lives on in what it holds open, and when
// it notices, it removes its socket by name, which by then may be that of a new server in the same place. Such a
// server is ended before a new one is launched; its data are gone already. Called by embedded-postgres.ts.
import { readdirSync, readlinkSync } from 'node:fs';
import { SECOND, sleep, wallNow } from './clock.ts';
import { codeOf } from './failure.ts';
import type { Log } from './log.ts';
import { isPostmaster } from './pid-file.ts';

/** How Linux shows a working folder that is no more (proc(5)); a server works in its data folder. */
const DELETED = ' (deleted)';
const END_LIMIT = 5 * SECOND;
const POLL_MILLISECONDS = 10;

/** Does nothing where there is no /proc, or where it may not be read. */
export async function endOrphans(cluster: string, log: Log): Promise<void> {
  for (const pid of orphansOf(cluster)) {
    log.warn(
      { pid, cluster },
      'a PostgreSQL still ran in a data folder that was deleted, ending it',
    );
    quit(pid);
    const deadline = wallNow() + END_LIMIT;
    while (isPostmaster(pid, cluster) && wallNow() < deadline) await sleep(POLL_MILLISECONDS);
  }
}

/** "Immediate shutdown": there is nothing left that it could write. */
function quit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch (error) {
    // It ended by itself meanwhile.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

function orphansOf(cluster: string): number[] {
  return processIds().filter((pid) => isPostmaster(pid, cluster) && worksInDeleted(pid));
}

function processIds(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function worksInDeleted(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).endsWith(DELETED);
  } catch {
    return false;
  }
}
