// Checkouts of one key beside a busy one: how long a merchant's checkouts take while the key of another merchant opens
// a hundred per second, compared with the same merchant alone in the same run.
import { join } from 'node:path';
import { createAccount, type Fixture, LOG_NOTE, openFixture } from '../fixture.ts';
import type { LoadReport } from '../load/generate.ts';
import { measureLoad } from '../load/measure.ts';
import { startService } from '../service.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const BUSY_PER_SECOND = 100;
/** What the busy one waits for an answer must not slow its pace down. */
const BUSY_CALLERS = 32;
const OWN_PER_SECOND = 20;
const OWN_CALLERS = 4;
const SECONDS = 10;
const SECONDS_QUICK = 4;
const GOAL_RATIO = 1.5;

const BODY = JSON.stringify({
  custom_id: 'order-#',
  price_amount: '25.5',
  price_currency: 'EUR',
  name: 'Order',
});

export const busyKeySuite: Suite = {
  name: 'busy-key',
  title: 'Beside a busy key',
  async run(options) {
    const fixture = await openFixture();
    try {
      const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
      try {
        return await measure(fixture, service.port, options);
      } finally {
        await service.stop();
      }
    } finally {
      await fixture.close();
    }
  },
};

async function measure(
  fixture: Fixture,
  port: number,
  { runs, isQuick, say }: SuiteOptions,
): Promise<SuiteReport> {
  const count = isQuick ? SECONDS_QUICK : SECONDS;
  const [own, busy] = [await createAccount(fixture), await createAccount(fixture)];
  const load = { port, target: '/api/checkouts', body: BODY };
  const measureOwn = (prefix: string) =>
    measureLoad({
      ...load,
      accounts: [own],
      callers: OWN_CALLERS,
      perSecond: OWN_PER_SECOND,
      sizes: { count: OWN_PER_SECOND * count, warmUp: OWN_PER_SECOND },
      prefix,
    });
  // Begins before the measured one, and ends after it.
  const measureBusy = (prefix: string) =>
    measureLoad({
      ...load,
      accounts: [busy],
      callers: BUSY_CALLERS,
      perSecond: BUSY_PER_SECOND,
      sizes: { count: BUSY_PER_SECOND * (count + 1), warmUp: BUSY_PER_SECOND },
      prefix,
    });
  const alone: LoadReport[] = [];
  const beside: LoadReport[] = [];
  const rates: number[] = [];
  await measureOwn('warm-up');
  for (let run = 0; run < runs; run++) {
    const quiet = await measureOwn(`alone-${run}`);
    const [other, disturbed] = await Promise.all([
      measureBusy(`busy-${run}`),
      measureOwn(`beside-${run}`),
    ]);
    alone.push(quiet);
    beside.push(disturbed);
    rates.push(other.perSecond);
    say(`  run ${run + 1}: p50 ${quiet.p50.toFixed(1)} and ${disturbed.p50.toFixed(1)} ms`);
  }
  return report({ alone, beside, rates });
}

function report({
  alone,
  beside,
  rates,
}: {
  alone: readonly LoadReport[];
  beside: readonly LoadReport[];
  rates: readonly number[];
}): SuiteReport {
  const of = (reports: readonly LoadReport[], field: 'p50' | 'p99') =>
    showRuns(runsOf(reports.map((one) => one[field])), 2);
  const ratios = runsOf(beside.map(({ p50 }, n) => p50 / (alone[n]?.p50 ?? Number.NaN)));
  const name = `beside ${showRuns(runsOf(rates))} checkouts/s of another key`;
  const rows = [
    ['alone', of(alone, 'p50'), of(alone, 'p99')],
    [name, of(beside, 'p50'), of(beside, 'p99')],
  ];
  const head = [`${OWN_PER_SECOND} checkouts/s of one key`, 'p50 ms', 'p99 ms'];
  return {
    section: `${table(head, rows)}\n\n${LOG_NOTE}`,
    goals: [
      {
        text: `checkouts of a key take at most ${GOAL_RATIO} times as long beside ${BUSY_PER_SECOND}/s of another`,
        isReached: ratios.median <= GOAL_RATIO,
        figure: ratios.median.toFixed(2),
      },
    ],
  };
}
