// Deposits credited per second: one simulated block with thousands of payments, half to open invoices and half to
// channels, from mined to all credited and all callbacks stored. Once with the running service, which sends the
// callbacks at the same time, until the receiver has them all; and once with the same workers only, with their time in
// SQL, and with the time that writing the resulting rows takes. The instance has run before.
import { startChild } from '../child.ts';
import { type Fixture, openFixture } from '../fixture.ts';
import { measureRows } from '../limits/rows-again.ts';
import { processorSecondsOfPostgres } from '../processor-time.ts';
import { type Runs, runsOf, showRuns } from '../statistics.ts';
import { type MeasureHooks, measureService, measureWorkers, warmUp } from './paid-block.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const PAYMENTS = 10_000;
/** Each takes most of a minute. */
const RUNS_MAX = 2;
/** Times the limit. */
const GOAL_CREDITED = 5;
/** Times the time until all are credited. */
const GOAL_CALLBACKS = 1.2;
const PAYMENTS_QUICK = 2000;

export const depositsSuite: Suite = {
  name: 'deposits',
  title: 'Deposits credited per second',
  async run(options) {
    const fixture = await openFixture();
    const receiver = await startChild<{ port: number }>('receiver.ts');
    try {
      return await measureAll(fixture, `http://127.0.0.1:${receiver.ready.port}/`, options);
    } finally {
      await receiver.stop();
      await fixture.close();
    }
  },
};

/** Seconds, of each run. */
interface Measured {
  readonly service: number[];
  readonly callbacks: number[];
  readonly workers: number[];
  readonly sql: number[];
  readonly rows: number[];
  /** Processor time of PostgreSQL, with the callbacks, for the workers alone, and for the limit. */
  readonly ofService: number[];
  readonly ofWorkers: number[];
  readonly ofRows: number[];
}

const none = (): Measured => ({
  service: [],
  callbacks: [],
  workers: [],
  sql: [],
  rows: [],
  ofService: [],
  ofWorkers: [],
  ofRows: [],
});

/** Notes PostgreSQL's processor time between two moments. */
function meterOf({ folder }: Fixture, noted: number[]): MeasureHooks {
  let before = Number.NaN;
  return {
    before: async () => {
      before = processorSecondsOfPostgres(folder);
    },
    after: async () => void noted.push(processorSecondsOfPostgres(folder) - before),
  };
}

async function measureAll(
  fixture: Fixture,
  receiver: string,
  options: SuiteOptions,
): Promise<SuiteReport> {
  const count = options.isQuick ? PAYMENTS_QUICK : PAYMENTS;
  const seconds = none();
  let callbacks = 0;
  const runs = Math.min(options.runs, RUNS_MAX);
  const load = { count, receiver };
  await warmUp(fixture, receiver);
  for (let run = 0; run < runs; run++) {
    const service = await measureService(fixture, load, meterOf(fixture, seconds.ofService));
    const workers = await measureWorkers(fixture, load, meterOf(fixture, seconds.ofWorkers));
    seconds.service.push(service.credited);
    seconds.callbacks.push(service.delivered);
    callbacks = service.callbacks;
    seconds.workers.push(workers.total);
    seconds.sql.push(workers.sql);
    const meter = meterOf(fixture, seconds.ofRows);
    seconds.rows.push(await measureRows(fixture, undefined, meter));
    options.say(
      `  run ${run + 1}: ${count} payments in ${service.credited.toFixed(1)} s by the service, ` +
        `${service.callbacks} callbacks in ${service.delivered.toFixed(1)} s; ` +
        `workers alone ${workers.total.toFixed(1)} s, of which SQL ${workers.sql.toFixed(1)} s`,
    );
  }
  return report({ count, callbacks }, seconds);
}

/** Each run against the same run. */
function ratio(values: readonly number[], limits: readonly number[]): Runs {
  return runsOf(values.map((value, run) => value / (limits[run] ?? Number.NaN)));
}

function report(
  { count, callbacks }: { count: number; callbacks: number },
  seconds: Measured,
): SuiteReport {
  const { rows, ofRows } = seconds;
  const row = (
    what: string,
    { wall, processor, of = count }: { wall: number[]; processor?: number[]; of?: number },
  ) => [
    what,
    showRuns(runsOf(wall), 2),
    showRuns(runsOf(wall.map((value) => of / value))),
    showRuns(ratio(wall, rows), 1),
    processor === undefined ? '' : showRuns(runsOf(processor), 1),
    processor === undefined ? '' : showRuns(ratio(processor, ofRows), 1),
  ];
  const credited = ratio(seconds.service, rows);
  const called = ratio(seconds.callbacks, seconds.service);
  const section = `${table(
    [
      `${count} payments in one block`,
      'seconds',
      'a second',
      'times the limit',
      'processor time of PostgreSQL, s',
      'times the limit',
    ],
    [
      row('the rows that came of it, written again by one statement for each table (the limit)', {
        wall: rows,
        processor: ofRows,
      }),
      row('credited by the service, which sends callbacks at the same time', {
        wall: seconds.service,
      }),
      row(`its ${callbacks} callbacks, all at the receiver`, {
        wall: seconds.callbacks,
        processor: seconds.ofService,
        of: callbacks,
      }),
      row('its workers alone, one after the other, no callback sent', {
        wall: seconds.workers,
        processor: seconds.ofWorkers,
      }),
      row('the time of those in PostgreSQL', { wall: seconds.sql }),
    ],
  )}\n`;
  return {
    section,
    goals: [
      {
        text: `${count} payments in one block credited within ${GOAL_CREDITED} times the limit`,
        isReached: credited.median <= GOAL_CREDITED,
        figure: showRuns(credited, 1),
      },
      {
        text: `their ${callbacks} callbacks within ${GOAL_CALLBACKS} times of that`,
        isReached: called.median <= GOAL_CALLBACKS,
        figure: showRuns(called, 2),
      },
    ],
  };
}
