// The programs of a highly available installation, from Debian's packages, and how a test runs them: PostgreSQL as
// nobody, as it refuses to run as root, and each machine with its own addresses.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, openSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'nginx-light': '/usr/sbin/nginx',
  pgbackrest: '/usr/bin/pgbackrest',
} as const;
type Program = keyof typeof PROGRAMS;
const OF_A_CLUSTER: readonly Program[] = ['patroni', 'etcd-server', 'haproxy', 'postgresql-15'];
const NOBODY_USER = 65534;
const isRoot = process.getuid?.() === 0;
/** The prefix for commands that PostgreSQL only accepts from an unprivileged user. */
export const asNobodyUser: readonly string[] = isRoot
  ? ['setpriv', `--reuid=${NOBODY_USER}`, `--regid=${NOBODY_USER}`, '--clear-groups']
  : [];

export function deployed(file: string): string {
  return readFileSync(new URL(`../../../deploy/ha/${file}`, import.meta.url), 'utf8');
}

/**
 * A suite that needs these programs. Without them it is skipped with a one-line notice; on a build server (CI is set)
 * it fails, so that it is never skipped unnoticed.
 */
export function describeWithCluster(name: string, body: () => void): void {
  describeWith(OF_A_CLUSTER, name, body);
}

/** The same for a suite that needs these Debian packages. */
export function describeWith(programs: readonly Program[], name: string, body: () => void): void {
  const missing = programs.filter((program) => !existsSync(PROGRAMS[program]));
  if (missing.length === 0) {
    describe(name, body);
    return;
  }
  const hint = `not installed: apt-get install --no-install-recommends ${missing.join(' ')}`;
  process.stderr.write(`${hint} (skipped: ${name})\n`);
  if (process.env['CI'] === undefined) {
    describe.skip(name, body);
    return;
  }
  describe(name, () => {
    it('has programs to run against', () => expect.fail(hint));
  });
}

export interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
}

export interface StartRequest {
  readonly name: Program;
  readonly args: readonly string[];
  /** The file for its output. */
  readonly logFile: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The prefix of the command, for example to run it in its own network. */
  readonly within?: readonly string[];
}

const running = new Set<ChildProcess>();
const killAll = () => {
  for (const { pid } of running) killTree(pid ?? 0);
};

/** Runs as nobody, and never outlives the test run. */
export function start(requested: StartRequest): Started {
  const { name, args, logFile, environment = {}, within = [] } = requested;
  const [program = '', ...words] = [...within, ...asNobodyUser, PROGRAMS[name], ...args];
  const log = openSync(logFile, 'a');
  const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...environment };
  const child = spawn(program, words, { env, stdio: ['ignore', log, log] });
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      if (running.size === 0) process.removeListener('exit', killAll);
      resolve();
    });
  });
  return { child, exited };
}

/** So that processes of nobody can write there. */
export function give(folder: string): void {
  if (isRoot) chownSync(folder, NOBODY_USER, NOBODY_USER);
}

/** Kills a process and all its descendants. */
export function killTree(pid: number): void {
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  // The parent first: a supervisor must not notice that its children are gone.
  signal(pid, 'SIGKILL');
  for (const child of children.stdout.split('\n').map(Number)) if (child > 0) killTree(child);
}

/** False when there is no such process. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
