// Runs the service under test like its users, `chaintill serve`, in a separate process, and waits until it reports that
// it is ready.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processorSecondsOf } from './processor-time.ts';

/** As in `./chaintill`. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1048576' };
const COMMAND = join(import.meta.dirname, '../server/bin/chaintill.js');
const POLL_MILLISECONDS = 5;
const START_LIMIT_MILLISECONDS = 120_000;

export interface Service {
  readonly port: number;
  /** From the start of the process to the first `200` of /health/ready, in milliseconds. */
  readonly readyAfter: number;
  /** Current resident memory of the process, in megabytes; NaN without /proc. */
  memoryMegabytes(): number;
  /** Of all threads since the start; NaN without /proc. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

/** `outputFile` receives the log, which is part of the measured work. */
export async function startService(
  environment: Readonly<Record<string, string>>,
  outputFile: string,
): Promise<Service> {
  const port = await freePort();
  const output = openSync(outputFile, 'a');
  const startedAt = performance.now();
  // BENCH_PROFILE: a folder that receives a CPU profile of the service when it stops.
  const folder = process.env['BENCH_PROFILE'];
  const profile = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const child = spawn(process.execPath, [...profile, COMMAND, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', ...ALLOCATOR, ...environment, PORT: String(port) },
    stdio: ['ignore', output, output],
  });
  await untilReady(child, port);
  return {
    port,
    readyAfter: performance.now() - startedAt,
    memoryMegabytes: () => memoryOf(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const giveUpAt = performance.now() + START_LIMIT_MILLISECONDS;
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    if (performance.now() > giveUpAt) throw new Error('the service does not become ready');
    await pause(POLL_MILLISECONDS);
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path: '/health/ready', agent: false },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    request.once('error', () => resolve(false));
  });
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
