// Pages of 50 of the transaction list in a short and in a long list of one project: the cost must not grow with the
// list. The rows are inserted by the product's own function, in large batches.
import { defined } from '../../server/src/core/assert.ts';
import { listTransactions } from '../../server/src/transactions/list.ts';
import {
  BATCH,
  BATCH_EVERY_MILLISECONDS,
  CUSTOMER_ROWS,
  load,
  type Project,
  SHORT,
} from '../fill/long-list.ts';
import { createAccount, type Fixture, openFixture } from '../fixture.ts';
import { type Runs, runsOf, showRuns } from '../statistics.ts';
import { type Goal, type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const LONG = 1_000_000;
const LONG_QUICK = 100_000;
const CALLS = 200;
const CALLS_WARM_UP = 40;
const GOAL_RATIO = 1.2;

type Query = Parameters<typeof listTransactions>[2];

/** A page by its name: the query for the current ids and times of the list. */
type Pages = Readonly<Record<string, Query>>;

export const listsSuite: Suite = {
  name: 'lists',
  title: 'Transaction list pages of 50 rows',
  async run(options) {
    const fixture = await openFixture();
    try {
      return await measure(fixture, options);
    } finally {
      await fixture.close();
    }
  },
};

async function measure(fixture: Fixture, options: SuiteOptions): Promise<SuiteReport> {
  const { project } = await createAccount(fixture);
  const long = options.isQuick ? LONG_QUICK : LONG;
  // Rows are in order of time and end now, whatever the length of the list.
  const startedAt = Date.now() - (long / BATCH) * BATCH_EVERY_MILLISECONDS;
  await load(fixture, project, { from: 0, to: SHORT, startedAt });
  const atShort = await measurePages(fixture, project, options);
  const loadStarted = performance.now();
  await load(fixture, project, { from: SHORT, to: long, startedAt });
  const perSecond = (long - SHORT) / ((performance.now() - loadStarted) / 1000);
  options.say(`  ${long} rows stored at ${perSecond.toFixed(0)}/s in batches of ${BATCH}`);
  const atLong = await measurePages(fixture, project, options);
  const ratios = new Map<string, number>();
  const rows = [...atShort].map(([page, short]) => {
    const grown = defined(atLong.get(page), 'the same pages are measured');
    const ratio = grown.median / short.median;
    ratios.set(page, ratio);
    options.say(
      `  ${page}: ${short.median.toFixed(2)} ms, ${grown.median.toFixed(2)} ms (${ratio.toFixed(2)})`,
    );
    return [page, showRuns(short, 2), showRuns(grown, 2), ratio.toFixed(2)];
  });
  const head = ['page', `ms at ${SHORT}`, `ms at ${long}`, 'ratio'];
  const section = `${table(head, rows)}\n\nRows are stored at ${perSecond.toFixed(0)} per second, ${BATCH} at a time.\n`;
  return { section, goals: [goalOf(ratios, long)] };
}

function goalOf(ratios: ReadonlyMap<string, number>, long: number): Goal {
  const [page, worst] = defined(
    [...ratios].sort(([, a], [, b]) => b - a)[0],
    'at least one page is measured',
  );
  return {
    text: `list pages at ${long} rows within ${GOAL_RATIO} times those at ${SHORT}`,
    isReached: worst <= GOAL_RATIO,
    figure: `${worst.toFixed(2)} for "${page}"`,
  };
}

async function pagesOf(fixture: Fixture, project: Project): Promise<Pages> {
  const [middle] = await fixture.assembled.app.db.query<{ id: string; created_at: Date }>(
    `select id, created_at from account_transactions where project_id = $1
       and seq = (select max(seq) / 2 from account_transactions where project_id = $1) order by id limit 1`,
    [project.id],
  );
  const { id, created_at } = defined(middle, 'the list has a middle');
  const at = created_at.getTime();
  return {
    'first page': {},
    'page in the middle': { starting_after: id },
    'status completed': { status: 'completed' },
    'status unresolved (one in 100)': { status: 'unresolved' },
    'type CoinWithdrawal': { reference_type: 'CoinWithdrawal' },
    'currency XRP': { currency: 'XRP' },
    'currency XRP, page in the middle': { currency: 'XRP', starting_after: id },
    'risk medium': { risk_level: 'medium' },
    [`one customer (${CUSTOMER_ROWS} rows)`]: { customer_id: 'customer-7' },
    'six hours in the middle': { created_at_from: at - 6 * 3_600_000, created_at_to: at + 1234 },
    'status new, type Invoice, currency EUR': {
      status: 'new',
      reference_type: 'Invoice',
      currency: 'EUR',
    },
  };
}

async function measurePages(
  fixture: Fixture,
  project: Project,
  options: SuiteOptions,
): Promise<ReadonlyMap<string, Runs>> {
  const { app } = fixture.assembled;
  const measured = new Map<string, Runs>();
  for (const [name, query] of Object.entries(await pagesOf(fixture, project))) {
    const medians: number[] = [];
    for (let n = 0; n < CALLS_WARM_UP; n++) await listTransactions(app, project, query);
    for (let run = 0; run < options.runs; run++) {
      const times: number[] = [];
      for (let n = 0; n < CALLS; n++) {
        const startedAt = performance.now();
        await listTransactions(app, project, query);
        times.push(performance.now() - startedAt);
      }
      medians.push(runsOf(times).median);
    }
    measured.set(name, runsOf(medians));
  }
  return measured;
}
