// Reads postmaster.pid, PostgreSQL's lock and status file (PostgreSQL, src/include/utils/pidfile.h: line 1 pid, 4
// port, 5 socket folder, 8 status). After a power loss, the file may name an ended process, or another program with
// the same ID, so the process is checked as well.
import { execFileSync } from 'node:child_process';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface ServerFacts {
  readonly pid: number;
  readonly port: number;
  /** Null at the very beginning of a start. */
  readonly socketFolder: string | null;
  readonly isReady: boolean;
}

/** The server in the cluster's file, running or not. Null without a usable file. */
export function readPidFile(cluster: string): ServerFacts | null {
  const text = readText(pidFile(cluster));
  const lines = text?.split('\n').map((line) => line.trim()) ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0) || !(port > 0)) return null;
  return { pid, port, socketFolder: lines[4] || null, isReady: lines[7] === 'ready' };
}

/**
 * Whether this process is the postmaster of this cluster. Compares the command line, not /proc/PID/exe, because root
 * in a container may not read another user's /proc/PID/exe. A zombie has no command line.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  const words = commandLine(pid);
  return [' ', '\0'].some((gap) => words.includes(['/postgres', '-D', cluster, ''].join(gap)));
}

/** All postmaster processes of this cluster, by their command line. None without /proc. */
export function postmastersOf(cluster: string): number[] {
  return processIds().filter((pid) => isPostmaster(pid, cluster));
}

function processIds(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readText(`/proc/${pid}/cmdline`) ?? '';
  try {
    const args = ['-ww', '-o', 'command=', '-p', String(pid)];
    return execFileSync('/bin/ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/**
 * Moves stale lock files away: PostgreSQL would refuse to start if another program now has the ID. Call this function
 * only when the socket does not respond, because the server may run in another container. Two starters may run this
 * concurrently: a starter that moved the file of a server that has just started puts the file back (that server checks
 * its file only once a minute, and its shared memory rejects a second one).
 */
export function removeStaleLocks(cluster: string, socketFolder: string, port: number): void {
  for (const path of [pidFile(cluster), join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    removeStale(path, cluster);
  }
}

function removeStale(path: string, cluster: string): void {
  const aside = `${path}.stale-${process.pid}`;
  const judged = readText(path);
  if (judged === null || isPostmaster(Number.parseInt(judged, 10), cluster)) return;
  try {
    renameSync(path, aside);
    if (readText(aside) !== judged) linkSync(aside, path);
  } catch {
    // Another process removed the file first.
  }
  rmSync(aside, { force: true });
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
