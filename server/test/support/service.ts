// The built service as its operator runs it: a separate process with its own data folder that can be stopped, killed
// and restarted at the same address. All its output is kept.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded.ts';
import type { Credentials } from '../../src/sandbox/demo-project.ts';
import { commandHere } from './command-here.ts';
import { freePort } from './free-port.ts';
import { ownEnvironment } from './own-environment.ts';

export interface ServiceOptions {
  /** A DATABASE_URL; without it the service starts its embedded PostgreSQL. */
  readonly databaseUrl?: string;
  /** A DATABASE_OWNER_URL, for a database that is not migrated yet. */
  readonly ownerUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A data folder to share with another process; by default one of its own, removed by `close`. */
  readonly folder?: string;
  /** The `chaintill.js` of another release; by default that of the build. */
  readonly program?: string;
}

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Health {
  readonly status: number;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly reason?: string }>>;
}

export interface Service {
  readonly url: string;
  readonly folder: string;
  /** The output of all its processes, commands included. */
  output(): string;
  pid(): number;
  /** Starts the process; resolves when it is ready, with the milliseconds it took. */
  start(): Promise<number>;
  /** Starts the process; resolves when it ends on its own. */
  startInVain(): Promise<Result>;
  /** Ends the process. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<Result>;
  health(): Promise<Health>;
  /** Waits until the service reports that it is ready. */
  ready(): Promise<void>;
  /** Runs `chaintill` with the environment of the service. */
  command(...args: readonly string[]): Promise<CommandResult>;
  /** Runs a command that must succeed; resolves with its standard output. */
  run(...args: readonly string[]): Promise<string>;
  /** The same in this process, for tests that are not about the process (command-here.ts). */
  commandHere(...args: readonly string[]): Promise<CommandResult>;
  runHere(...args: readonly string[]): Promise<string>;
  /** Starts a long-running command. */
  background(...args: readonly string[]): {
    readonly finished: Promise<CommandResult>;
    kill(signal: NodeJS.Signals): void;
  };
  /** Posts to a route of the sandbox; throws on an error response. */
  sandbox<T = unknown>(route: string, body: object): Promise<T>;
  credentials(): Credentials;
  /** Ends everything that still runs, including the embedded PostgreSQL, and removes the folder. */
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../bin/chaintill.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** A first start creates a database, on a machine that is busy with other tests. */
const READY_LIMIT = 180 * SECOND;
const POLL = 25;
/** How much output a failed start shows. */
const OUTPUT_SHOWN = 4000;

/** A service that is not started yet. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  if (!existsSync(BUILT)) throw new Error('the service is not built: run npm run build first');
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'chaintill-service-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...ownEnvironment(),
    HOME: folder,
    PORT: String(port),
    CHAINTILL_DATA_DIR: join(folder, 'data'),
    CHAINTILL_ADDRESS_POOL: '20',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...(options.ownerUrl === undefined ? {} : { DATABASE_OWNER_URL: options.ownerUrl }),
    ...options.environment,
  };
  const printed: string[] = [];
  const program = options.program ?? PROGRAM;
  const launch = (args: readonly string[]) => follow([program, ...args], environment, printed);
  let running: Followed | null = null;
  const here = async (args: readonly string[]) => {
    const outcome = await commandHere(environment, args);
    printed.push(outcome.stdout, outcome.stderr);
    return outcome;
  };
  const service: Service = {
    url,
    folder,
    output: () => printed.join(''),
    pid: () => running?.child.pid ?? 0,
    async start() {
      const startedAt = wallNow();
      running = launch(['serve']);
      await untilReady(url, running.child).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${printed.join('').slice(-OUTPUT_SHOWN)}`);
      });
      return wallNow() - startedAt;
    },
    async startInVain() {
      running = launch(['serve']);
      return running.exited;
    },
    async kill(signal) {
      if (running === null) throw new Error('the service is not running');
      const startedAt = wallNow();
      running.child.kill(signal);
      const outcome = await running.exited;
      running = null;
      return { ...outcome, milliseconds: wallNow() - startedAt };
    },
    health: () => requestHealth(url),
    ready: () => untilReady(url, running?.child ?? null),
    command: (...args) => launch(args).finished,
    run: async (...args) => outputOf(args, await launch(args).finished),
    commandHere: (...args) => here(args),
    runHere: async (...args) => outputOf(args, await here(args)),
    background(...args) {
      const { finished, child } = launch(args);
      return { finished, kill: (signal) => void child.kill(signal) };
    },
    async sandbox<T>(route: string, body: object): Promise<T> {
      const response = await fetch(`${url}/sandbox/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    credentials: () =>
      JSON.parse(
        readFileSync(join(environment.CHAINTILL_DATA_DIR, 'sandbox-credentials.json'), 'utf8'),
      ) as Credentials,
    async close() {
      running?.child.kill('SIGKILL');
      await running?.exited;
      await stopEmbedded(join(environment.CHAINTILL_DATA_DIR, 'postgres'));
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

function outputOf(args: readonly string[], outcome: CommandResult): string {
  if (outcome.code === 0) return outcome.stdout;
  throw new Error(`chaintill ${args.join(' ')}: ${outcome.code}\n${outcome.stderr}`);
}

interface Followed {
  readonly child: ChildProcess;
  readonly exited: Promise<Result>;
  readonly finished: Promise<CommandResult>;
}

/** A Node.js process whose output is kept, and which never outlives the test run. */
function follow(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  printed: string[],
): Followed {
  const startedAt = wallNow();
  const child = spawn(process.execPath, args, {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      printed.push(text);
    });
  }
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = new Promise<Result>((resolve) => {
    child.once('close', (code, signal) => {
      process.removeListener('exit', kill);
      resolve({ code, signal, milliseconds: wallNow() - startedAt });
    });
  });
  return { child, exited, finished: exited.then(({ code }) => ({ code, ...texts })) };
}

async function untilReady(url: string, child: ChildProcess | null): Promise<void> {
  let last: unknown = null;
  for (const giveUpAt = wallNow() + READY_LIMIT; wallNow() < giveUpAt; ) {
    if (child !== null && (child.exitCode !== null || child.signalCode !== null))
      throw new Error('the service ended instead of becoming ready');
    const health = await requestHealth(url).catch(() => null);
    if (health?.status === 200) return;
    last = health;
    await sleep(POLL);
  }
  throw new Error(`the service does not become ready: ${JSON.stringify(last)}`);
}

async function requestHealth(url: string): Promise<Health> {
  const response = await fetch(`${url}/health/ready`);
  const { checks } = (await response.json()) as Omit<Health, 'status'>;
  return { status: response.status, checks };
}

/** A PostgreSQL server that a killed service left behind. */
async function stopEmbedded(folder: string): Promise<void> {
  if (!existsSync(folder) || (await findEmbeddedPostgres(folder)) === null) return;
  await (await startEmbeddedPostgres({ folder, log: createLog('silent') })).stop();
}

/** Polls until there is a result. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false>,
  limit = READY_LIMIT,
): Promise<T> {
  for (const giveUpAt = wallNow() + limit; ; ) {
    const found = await check();
    if (found !== null && found !== undefined && found !== false) return found;
    if (wallNow() > giveUpAt) throw new Error(`it did not happen: ${what}`);
    await sleep(POLL * 4);
  }
}
