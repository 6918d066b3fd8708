// Starts the PostgreSQL server on a cluster and waits until it accepts connections. The settings of this release are
// on the command line, so that an update changes them.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { sleep, wallNow } from './clock.ts';
import { explainOutput } from './failure.ts';
import { readPidFile } from './pid-file.ts';
import { ENVIRONMENT, type Place, PORT } from './place.ts';

/** Less than a start writes before its first line. */
const START_BYTES_MIN = 1 << 20;
const STATUS_POLL_MILLISECONDS = 5;

/**
 * Waits until the server accepts connections, or until the deadline. Returns its process ID. Throws when the server
 * exited, for example because another process was faster. `signal` stops the server again.
 */
export async function launchServer(
  place: Place,
  deadline: number,
  signal?: AbortSignal,
): Promise<number | null> {
  const child = spawnServer(place);
  const failures: Error[] = [];
  child.once('error', (error) => failures.push(error));
  while (child.exitCode === null && child.signalCode === null && failures.length === 0) {
    const server = readPidFile(place.cluster);
    if (server?.isReady && server.pid === child.pid) return server.pid;
    if (wallNow() > deadline) return null;
    // "Fast shutdown", also during a recovery, which the next start continues.
    if (signal?.aborted === true) child.kill('SIGINT');
    await sleep(STATUS_POLL_MILLISECONDS);
  }
  const output = readFileSync(logPath(place.folder), 'utf8') || fullDiskNote(place.folder);
  throw explainOutput('The embedded PostgreSQL does not start', output, failures[0]);
}

/** On a full disk the log is empty as well, so the free space is checked. */
function fullDiskNote(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < START_BYTES_MIN ? 'No space left on device' : '';
}

/**
 * In its own session, so that Ctrl-C in the terminal reaches only the service, which needs the database until its work
 * is done. If the service is killed, the server keeps running, and the next start adopts it.
 */
function spawnServer(place: Place): ChildProcess {
  const args = ['-D', place.cluster, ...settings(place).flatMap((setting) => ['-c', setting])];
  const command = place.commandFor(join(place.program, 'bin/postgres'), args);
  const log = openLog(place.folder);
  const child = spawn(command.file, command.args, {
    env: ENVIRONMENT,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    ...command.identity,
  });
  closeSync(log);
  child.unref();
  return child;
}

function logPath(folder: string): string {
  return join(folder, 'server.log');
}

/** Keeps one old log. `log_min_messages` limits the log to starts, stops and crashes. */
function openLog(folder: string): number {
  if (existsSync(logPath(folder))) renameSync(logPath(folder), `${logPath(folder)}.1`);
  return openSync(logPath(folder), 'a', 0o600);
}

function settings(place: Place): readonly string[] {
  const durable = place.isDurable ? 'on' : 'off';
  return [
    'listen_addresses=',
    `port=${PORT}`,
    `unix_socket_directories="${place.socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `fsync=${durable}`,
    `synchronous_commit=${durable}`,
    `full_page_writes=${durable}`,
    // Not /dev/shm: systemd empties it when an ordinary user logs out, and containers have 64 MB of it.
    'dynamic_shared_memory_type=mmap',
    'timezone=UTC',
    'log_timezone=UTC',
    // The client receives the errors and logs them without the values of the statement.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    ...Object.entries(place.settings).map(([name, value]) => `${name}=${value}`),
  ];
}
