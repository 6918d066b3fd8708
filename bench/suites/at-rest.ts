// What an idle instance costs: statements, processor time and memory of the service, and the memory of its database.
// The sandbox has five coins. The live instance follows a litecoind, first without transactions, then with one each
// second between others, as on a real network.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Litecoind, startLitecoind } from '../../server/test/support/litecoind.ts';
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

interface Case {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Called each second. */
  readonly beat?: () => Promise<unknown>;
}

export const atRestSuite: Suite = {
  name: 'at-rest',
  title: 'At rest',
  async run(options) {
    const node = await startLitecoind();
    try {
      const cases = [{ name: SANDBOX, environment: {} }, ...(node === null ? [] : liveCases(node))];
      const measured: [string, Rest[]][] = [];
      for (const one of cases) {
        const rests: Rest[] = [];
        for (let run = 0; run < options.runs; run++) rests.push(await restOnce(one, options));
        measured.push([one.name, rests]);
      }
      return report(measured, options);
    } finally {
      await node?.stop();
    }
  },
};

const SANDBOX = 'sandbox, five coins';

function liveCases(node: Litecoind): Case[] {
  const environment = {
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: 'regtest',
    LTC_NODE_URL: node.url,
    LTC_NODE_COOKIE: node.cookieFile,
    CHAINTILL_RATES_FILE: join(node.folder, 'rates.json'),
    CHAINTILL_RATE_MAX_AGE_SECONDS: '86400',
    CHAINTILL_RATE_SOURCES: 'none',
    CHAINTILL_MIN_RATE_SOURCES: '1',
  };
  writeFileSync(environment.CHAINTILL_RATES_FILE, JSON.stringify({ 'LTC/EUR': '80.5' }));
  const pay = async () => node.pay(await node.address(), '0.01');
  return [
    { name: 'live, an idle network', environment },
    { name: 'live, a transaction of others each second', environment, beat: pay },
  ];
}

async function restOnce(
  { environment: own, beat }: Case,
  { isQuick }: SuiteOptions,
): Promise<Rest> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-rest-'));
  const counted = join(folder, 'statements');
  const environment = {
    ...own,
    CHAINTILL_DATA_DIR: folder,
    BENCH_STATEMENTS: counted,
    NODE_OPTIONS: `--import=${COUNTER}`,
  };
  const service = await startService(environment, join(folder, 'service.log'));
  const beating = setInterval(() => void beat?.(), 1000);
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
    clearInterval(beating);
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

/** In kilobytes. 0 for a process that has ended. */
function proportional(pid: string): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0);
}

function report(
  measured: readonly (readonly [string, readonly Rest[]])[],
  { say }: SuiteOptions,
): SuiteReport {
  const rows = measured.map(([name, rests]) => {
    const of = (field: keyof Rest, decimals = 0) =>
      showRuns(runsOf(rests.map((rest) => rest[field])), decimals);
    return [name, of('statements', 1), `${of('percent', 1)} %`, of('memory'), of('database')];
  });
  for (const row of rows) say(`  ${row.join(', ')}`);
  const head = [
    '',
    'statements a second',
    'of a core',
    'service, MB (RSS)',
    'PostgreSQL, MB (PSS)',
  ];
  const goals = measured.flatMap(([name, rests]) => {
    const goal = (field: keyof typeof GOALS, unit: string) => {
      const runs = runsOf(rests.map((rest) => rest[field]));
      const text = `at rest (${name}) at most ${GOALS[field]} ${unit}`;
      return { text, isReached: runs.median <= GOALS[field], figure: showRuns(runs, 1) };
    };
    return [
      goal('statements', 'statements a second'),
      goal('percent', '% of a core'),
      goal('memory', 'MB'),
    ];
  });
  return { section: `${table(head, rows)}\n`, goals };
}
