// Deposits credited per second: one simulated block with thousands of payments, half to open invoices and half to
// channels, from mined to all credited and all callbacks stored. Once with the running service, which sends the
// callbacks at the same time, until the receiver has them all; and once with the same workers only, with their time in
// SQL, and with the time that writing the resulting rows takes. The instance has run before.
import { startChild } from '../child.ts';
import { type Fixture, openFixture } from '../fixture.ts';
import { measureRows } from '../limits/rows-again.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { measureService, measureWorkers, warmUp } from './paid-block.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const PAYMENTS = 10_000;
/** Each takes most of a minute. */
const RUNS_MAX = 2;
const GOAL_SECONDS = 3;
const GOAL_CALLBACKS_SECONDS = 10;
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

interface Measured {
  readonly service: number[];
  readonly callbacks: number[];
  readonly workers: number[];
  readonly sql: number[];
  readonly rows: number[];
}

async function measureAll(
  fixture: Fixture,
  receiver: string,
  options: SuiteOptions,
): Promise<SuiteReport> {
  const count = options.isQuick ? PAYMENTS_QUICK : PAYMENTS;
  const seconds: Measured = { service: [], callbacks: [], workers: [], sql: [], rows: [] };
  let callbacks = 0;
  const runs = Math.min(options.runs, RUNS_MAX);
  await warmUp(fixture, receiver);
  for (let run = 0; run < runs; run++) {
    const service = await measureService(fixture, { count, receiver });
    const workers = await measureWorkers(fixture, { count, receiver });
    seconds.service.push(service.credited);
    seconds.callbacks.push(service.delivered);
    callbacks = service.callbacks;
    seconds.workers.push(workers.total);
    seconds.sql.push(workers.sql);
    seconds.rows.push(await measureRows(fixture));
    options.say(
      `  run ${run + 1}: ${count} payments in ${service.credited.toFixed(1)} s by the service, ` +
        `${service.callbacks} callbacks in ${service.delivered.toFixed(1)} s; ` +
        `workers alone ${workers.total.toFixed(1)} s, of which SQL ${workers.sql.toFixed(1)} s`,
    );
  }
  return report({ count, callbacks }, seconds);
}

function report(
  { count, callbacks }: { count: number; callbacks: number },
  seconds: Measured,
): SuiteReport {
  const row = (what: string, values: number[], of = count) => [
    what,
    showRuns(runsOf(values), 2),
    showRuns(runsOf(values.map((value) => of / value))),
  ];
  const section = `${table(
    [`${count} payments in one block`, 'seconds', 'a second'],
    [
      row('the service, sending callbacks at the same time', seconds.service),
      row(`its ${callbacks} callbacks, all at the receiver`, seconds.callbacks, callbacks),
      row('its workers alone, one after the other, no callback sent', seconds.workers),
      row('the time of those in PostgreSQL', seconds.sql),
      row(
        'the rows that came of it, written again by one statement for each table (the limit)',
        seconds.rows,
      ),
    ],
  )}\n`;
  const { median } = runsOf(seconds.service);
  // The goal is for the full number; a smaller one is judged in proportion.
  const isReached = median <= (GOAL_SECONDS * count) / PAYMENTS;
  const ofLimit = (median / runsOf(seconds.rows).median).toFixed(1);
  const text = `${count} payments in one block within ${(GOAL_SECONDS * count) / PAYMENTS} s`;
  const called = runsOf(seconds.callbacks).median;
  const within = (GOAL_CALLBACKS_SECONDS * count) / PAYMENTS;
  return {
    section,
    goals: [
      { text, isReached, figure: `${median.toFixed(1)} s, ${ofLimit} times the limit` },
      {
        text: `their ${callbacks} callbacks at the receiver within ${within} s`,
        isReached: called <= within,
        figure: `${called.toFixed(1)} s`,
      },
    ],
  };
}
