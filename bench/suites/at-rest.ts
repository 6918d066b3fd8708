// What an idle sandbox costs: statements, processor time and memory of the service, and the memory of its database.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startService } from '../service.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

/** The demo project's coins are confirmed by then. */
const UNTIL_IDLE_SECONDS = 90;
const MEASURED_SECONDS = 60;
const QUICK_SECONDS = 10;
const GOALS = { statements: 10, percent: 1, memory: 120 } as const;
const COUNTER = pathToFileURL(join(import.meta.dirname, '../count-statements.js')).href;

interface Rest {
  readonly statements: number;
  readonly percent: number;
  readonly memory: number;
  readonly database: number;
}

export const atRestSuite: Suite = {
  name: 'at-rest',
  title: 'At rest',
  async run(options) {
    const rests: Rest[] = [];
    for (let run = 0; run < options.runs; run++) rests.push(await restOnce(options));
    return report(rests, options);
  },
};

async function restOnce({ isQuick }: SuiteOptions): Promise<Rest> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-rest-'));
  const counted = join(folder, 'statements');
  const environment = {
    CHAINTILL_DATA_DIR: folder,
    BENCH_STATEMENTS: counted,
    NODE_OPTIONS: `--import=${COUNTER}`,
  };
  const service = await startService(environment, join(folder, 'service.log'));
  try {
    await pause(1000 * (isQuick ? QUICK_SECONDS : UNTIL_IDLE_SECONDS));
    const read = () => ({
      at: performance.now(),
      statements: Number(readFileSync(counted, 'utf8')),
      processor: service.processorSeconds(),
    });
    const before = read();
    await pause(1000 * (isQuick ? QUICK_SECONDS : MEASURED_SECONDS));
    const after = read();
    const seconds = (after.at - before.at) / 1000;
    return {
      statements: (after.statements - before.statements) / seconds,
      percent: (100 * (after.processor - before.processor)) / seconds,
      memory: service.memoryMegabytes(),
      database: databaseMegabytes(folder),
    };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Proportional set sizes, because the processes share their buffers. NaN without /proc. */
function databaseMegabytes(folder: string): number {
  try {
    const postmaster = readdirSync('/proc').find(
      (pid) => /^\d+$/.test(pid) && isPostmaster(pid, folder),
    );
    const processes = readdirSync('/proc').filter(
      (pid) => pid === postmaster || parentOf(pid) === postmaster,
    );
    return processes.reduce((sum, pid) => sum + proportional(pid), 0) / 1024;
  } catch {
    return Number.NaN;
  }
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function isPostmaster(pid: string, folder: string): boolean {
  const [program = '', ...given] = readProcess(pid, 'cmdline').split('\0');
  return program.endsWith('postgres') && given.some((one) => one.startsWith(folder));
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s+(\d+)$/m.exec(readProcess(pid, 'status'))?.[1];
}

/** In kilobytes. */
function proportional(pid: string): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? Number.NaN);
}

function report(rests: readonly Rest[], { say }: SuiteOptions): SuiteReport {
  const of = (name: keyof Rest) => runsOf(rests.map((rest) => rest[name]));
  const rows = [
    ['statements a second', showRuns(of('statements'), 1), `${GOALS.statements}`],
    ['processor time of the service', `${showRuns(of('percent'), 1)} %`, `${GOALS.percent} %`],
    ['memory of the service (RSS)', `${showRuns(of('memory'))} MB`, `${GOALS.memory} MB`],
    ['memory of PostgreSQL (PSS)', `${showRuns(of('database'))} MB`, ''],
  ];
  for (const [what, figure] of rows) say(`  ${what}: ${figure}`);
  const section = `${table(['', 'median (min-max)', 'at most'], rows)}\n`;
  const goal = (name: 'statements' | 'percent' | 'memory', text: string) => {
    const isReached = of(name).median <= GOALS[name];
    return { text, isReached, figure: showRuns(of(name), 1) };
  };
  const goals = [
    goal('statements', `at rest, at most ${GOALS.statements} statements a second`),
    goal('percent', `at rest, at most ${GOALS.percent} % of a core`),
    goal('memory', `at rest, at most ${GOALS.memory} MB`),
  ];
  return { section, goals };
}
