// How long the service takes to be ready, with its embedded database: on an empty folder and on an existing one, from
// the start of the process to the first 200 of /health/ready. And the memory of the idle process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '../service.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const GOAL_SECONDS = 2;
const IDLE_MILLISECONDS = 10_000;

export const startSuite: Suite = {
  name: 'start',
  title: 'Start and memory',
  async run(options) {
    const times = { first: [] as number[], second: [] as number[], memory: [] as number[] };
    for (let run = 0; run < options.runs; run++) {
      const folder = mkdtempSync(join(tmpdir(), 'chaintill-start-'));
      try {
        times.first.push((await startIn(folder, 0)).readyAfter);
        // The memory changes little from run to run, and waiting for it takes the longest.
        const idle = run === 0 ? IDLE_MILLISECONDS : 0;
        const { readyAfter, memory } = await startIn(folder, idle);
        times.second.push(readyAfter);
        if (run === 0) times.memory.push(memory);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    return report(times, options);
  },
};

/** Starts the service, lets it idle, and stops it. */
async function startIn(
  folder: string,
  idleMilliseconds: number,
): Promise<{ readyAfter: number; memory: number }> {
  const environment = { CHAINTILL_DATA_DIR: folder };
  const service = await startService(environment, join(folder, 'service.log'));
  try {
    await pause(idleMilliseconds);
    return { readyAfter: service.readyAfter / 1000, memory: service.memoryMegabytes() };
  } finally {
    await service.stop();
  }
}

function report(
  times: { first: number[]; second: number[]; memory: number[] },
  options: SuiteOptions,
): SuiteReport {
  const first = showRuns(runsOf(times.first), 2);
  const second = showRuns(runsOf(times.second), 2);
  options.say(`  first start ${first} s, second start ${second} s`);
  const section = `${table(
    ['', 'median (min-max)'],
    [
      ['first start, empty folder', `${first} s`],
      ['second start', `${second} s`],
      [
        `memory of the process, idle for ${IDLE_MILLISECONDS / 1000} s`,
        `${showRuns(runsOf(times.memory))} MB`,
      ],
    ],
  )}\n`;
  const goals = (['first', 'second'] as const).map((which) => ({
    text: `${which} start at most ${GOAL_SECONDS} s`,
    isReached: runsOf(times[which]).median <= GOAL_SECONDS,
    figure: `${which === 'first' ? first : second} s`,
  }));
  return { section, goals };
}
