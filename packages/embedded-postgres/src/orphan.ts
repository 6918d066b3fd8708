// Orphaned servers. A server whose data folder was deleted continues on its open files. When it detects the loss, it
// removes its socket by name, which by then may belong to a new server in the same place. So it is ended before a new
// server starts (embedded-postgres.ts). A server that a killed program left in a temporary folder is ended before that
// folder is removed.
import { readlinkSync } from 'node:fs';
import { SECOND, sleep, wallNow } from './clock.ts';
import { codeOf } from './failure.ts';
import type { Log } from './log.ts';
import { isPostmaster, postmastersOf, readPidFile } from './pid-file.ts';
import { clusterOf, realFolder, removeSocketFolder } from './place.ts';

/** How Linux shows a deleted working folder (proc(5)). A server's working folder is its data folder. */
const DELETED = ' (deleted)';
const END_LIMIT = 5 * SECOND;
const POLL_MILLISECONDS = 10;

/** Does nothing without a readable /proc. */
export async function endOrphans(cluster: string, log: Log): Promise<void> {
  for (const pid of orphansOf(cluster)) {
    log.warn(
      { pid, cluster },
      'a PostgreSQL still ran in a data folder that was deleted, ending it',
    );
    await end(pid, cluster);
  }
}

/**
 * Ends the server of this folder immediately, even with connected clients, before the folder is removed. Unwritten
 * data is lost. Returns whether there was a server.
 */
export async function abandonEmbeddedPostgres(folder: string): Promise<boolean> {
  const cluster = clusterOf(realFolder(folder));
  const server = readPidFile(cluster);
  if (server === null || !isPostmaster(server.pid, cluster)) return false;
  await end(server.pid, cluster);
  removeSocketFolder(server.socketFolder ?? '');
  return true;
}

async function end(pid: number, cluster: string): Promise<void> {
  quit(pid);
  const deadline = wallNow() + END_LIMIT;
  while (isPostmaster(pid, cluster) && wallNow() < deadline) await sleep(POLL_MILLISECONDS);
}

/** "Immediate shutdown": nothing needs to be written. */
function quit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch (error) {
    // ESRCH: the server has already ended.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

function orphansOf(cluster: string): number[] {
  return postmastersOf(cluster).filter(worksInDeleted);
}

function worksInDeleted(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).endsWith(DELETED);
  } catch {
    return false;
  }
}
