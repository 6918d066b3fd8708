// Checkouts: how many are created per second over HTTP, compared with the bare HTTP server in the same run; the page
// with twelve coins to choose from; and ten thousand that expire at the same moment, until their callbacks are stored,
// compared with writing the rows again.
import { join } from 'node:path';
import { createCheckout } from '../../server/src/checkouts/create.ts';
import { checkoutWorker } from '../../server/src/checkouts/worker.ts';
import { assert } from '../../server/src/core/assert.ts';
import { MINUTE, SECOND } from '../../server/src/core/clock.ts';
import { newId } from '../../server/src/core/ids.ts';
import { createEndpoint } from '../../server/src/events/endpoints.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { startChild } from '../child.ts';
import {
  type Account,
  ageLog,
  createAccount,
  type Fixture,
  LOG_NOTE,
  openFixture,
} from '../fixture.ts';
import type { LoadOrder, LoadReport } from '../load/generate.ts';
import { measureLimit, measureLoad } from '../load/measure.ts';
import { startService } from '../service.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Goal, type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const CALLERS = [8, 32, 128] as const;
const GOAL_CALLERS = 32;
const GOAL_SHARE = 0.4;
const PAGE_CALLERS = [1, 8] as const;
const GOAL_PAGE = 30;
const EXPIRIES = 10_000;
const EXPIRIES_QUICK = 1000;
const GOAL_EXPIRIES = 3;
/** Twelve offers. */
const COINS = {
  CHAINTILL_COINS: 'DOGE,POL,BNB',
  CHAINTILL_TOKENS: 'USDT,USDC,USDT.polygon,USDC.polygon',
};
const OFFERS = 12;

const BODY = JSON.stringify({
  custom_id: 'order-#',
  price_amount: '25.5',
  price_currency: 'EUR',
  pay_currencies: [{ currency: 'BTC' }, { currency: 'LTC' }, { currency: 'ETH' }],
  name: 'Order',
  description: 'Two books and a pen',
  success_redirect_url: 'https://shop.example/thanks',
  unsuccess_redirect_url: 'https://shop.example/sorry',
});

export const checkoutsSuite: Suite = {
  name: 'checkouts',
  title: 'Checkouts',
  async run(options) {
    const created = await measured({}, (fixture, account) =>
      measureCreation(fixture, account, options),
    );
    const shown = await measured(COINS, (fixture, account) =>
      measurePage(fixture, account, options),
    );
    const expired = await measured({}, (fixture) => measureExpiries(fixture, options));
    const all = [created, shown, expired];
    const sections = [...all.map(({ section }) => section), LOG_NOTE];
    return { section: sections.join('\n\n'), goals: all.flatMap(({ goals }) => goals) };
  },
};

async function measured(
  environment: Readonly<Record<string, string>>,
  measure: (fixture: Fixture, account: Account) => Promise<SuiteReport>,
): Promise<SuiteReport> {
  const fixture = await openFixture(environment);
  try {
    const account = await createAccount(fixture);
    await ageLog(fixture);
    return await measure(fixture, account);
  } finally {
    await fixture.close();
  }
}

async function measureCreation(
  fixture: Fixture,
  account: Account,
  { runs, isQuick, say }: SuiteOptions,
): Promise<SuiteReport> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  const sizes = isQuick ? { count: 1000, warmUp: 1000 } : { count: 8000, warmUp: 8000 };
  for (const callers of CALLERS) {
    const own: LoadReport[] = [];
    const limit: LoadReport[] = [];
    for (let run = 0; run < runs; run++) {
      const load = {
        accounts: [account],
        target: '/api/checkouts',
        body: BODY,
        callers,
        sizes,
        prefix: `${callers}-${run}`,
      };
      const report = await served(fixture, (port) => measureLoad({ ...load, port }));
      own.push(report);
      limit.push(await measureLimit(load, report.answer));
      const figures = `${report.perSecond.toFixed(0)}/s, p99 ${report.p99.toFixed(1)} ms`;
      say(`  created, ${callers} callers, run ${run + 1}: ${figures}`);
    }
    const shares = runsOf(own.map((one, n) => one.perSecond / (limit[n]?.perSecond ?? Number.NaN)));
    const of = (reports: LoadReport[], field: 'perSecond' | 'p50' | 'p99') =>
      runsOf(reports.map((report) => report[field]));
    rows.push([
      String(callers),
      showRuns(of(own, 'perSecond')),
      showRuns(of(own, 'p50'), 2),
      showRuns(of(own, 'p99'), 2),
      showRuns(of(limit, 'perSecond')),
      showRuns(shares, 2),
    ]);
    if (callers === GOAL_CALLERS)
      goals.push({
        text: `checkouts created at ${callers} callers at least ${GOAL_SHARE} of bare HTTP`,
        isReached: shares.median >= GOAL_SHARE,
        figure: shares.median.toFixed(2),
      });
  }
  const head = ['callers', 'checkouts/s', 'p50 ms', 'p99 ms', 'bare HTTP/s', 'share of bare HTTP'];
  return { section: table(head, rows), goals };
}

async function measurePage(
  fixture: Fixture,
  account: Account,
  { runs, isQuick, say }: SuiteOptions,
): Promise<SuiteReport> {
  const { app } = fixture.assembled;
  const id = newId(app.clock, app.random);
  await createCheckout(app, { project: account.project, objectId: id }, TERMS);
  const rows: string[][] = [];
  const worst: number[] = [];
  for (const callers of PAGE_CALLERS) {
    const count = callers * (isQuick ? 100 : 400);
    const reports: LoadReport[] = [];
    for (let run = 0; run < runs; run++)
      reports.push(
        await served(fixture, (port) => readWarmPage(account, { port, id, callers, count })),
      );
    for (const { answer } of reports)
      assert(answer.split('name="pay_currency"').length - 1 === OFFERS, `${OFFERS} offers`);
    const p99 = runsOf(reports.map((report) => report.p99));
    worst.push(p99.median);
    rows.push([
      String(callers),
      showRuns(runsOf(reports.map((report) => report.perSecond))),
      showRuns(runsOf(reports.map((report) => report.p50)), 2),
      showRuns(p99, 2),
    ]);
    say(`  page, ${callers} callers: p99 ${showRuns(p99, 2)} ms`);
  }
  const most = Math.max(...worst);
  return {
    section: table(['callers', `pages with ${OFFERS} offers/s`, 'p50 ms', 'p99 ms'], rows),
    goals: [
      {
        text: `checkout page with ${OFFERS} offers, p99 at most ${GOAL_PAGE} ms`,
        isReached: most <= GOAL_PAGE,
        figure: `${most.toFixed(1)} ms`,
      },
    ],
  };
}

interface PageLoad {
  readonly port: number;
  readonly id: string;
  readonly callers: number;
  /** Each caller is a client of its own, which has 600 a minute. */
  readonly count: number;
}

/** By other clients first: the code of a service that has just started is not compiled yet. */
async function readWarmPage(account: Account, load: PageLoad): Promise<LoadReport> {
  await readPage(account, { ...load, callers: 8, count: 3000 }, 1);
  return readPage(account, load, 2);
}

/** A payer's request, with the name of a key, so that no budget of unknown clients ends it. */
async function readPage(
  { key, secret }: Account,
  { port, id, callers, count }: PageLoad,
  subnet: number,
): Promise<LoadReport> {
  const generator = await startChild('load/generate.ts');
  const facts = { host: `127.0.0.1:${port}`, key, secret, method: 'GET' as const };
  const order: LoadOrder = {
    port,
    requests: [{ ...facts, target: `/checkouts/${id}` }],
    bodies: [''],
    callers,
    count,
    warmUp: 0,
    subnet,
    expectedStatus: 200,
    prefix: 'page',
  };
  try {
    generator.send(order);
    return await generator.next<LoadReport>();
  } finally {
    await generator.stop();
  }
}

async function served<T>(fixture: Fixture, measure: (port: number) => Promise<T>): Promise<T> {
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  try {
    return await measure(service.port);
  } finally {
    await service.stop();
  }
}

const TERMS = {
  price_amount: '25.5',
  price_currency: 'EUR',
  expires_in: 300,
} as Parameters<typeof createCheckout>[2];

/** The worker alone, so that no delivery of a callback is measured. */
async function measureExpiries(
  fixture: Fixture,
  { runs, isQuick, say }: SuiteOptions,
): Promise<SuiteReport> {
  const { assembled, clock } = fixture;
  const { app } = assembled;
  const wanted = isQuick ? EXPIRIES_QUICK : EXPIRIES;
  const own: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < runs; run++) {
    const { project } = await createAccount(fixture);
    await createEndpoint(app, project.id, 'http://127.0.0.1:9/');
    let left = wanted;
    const create = async () => {
      while (left-- > 0)
        await createCheckout(app, { project, objectId: newId(app.clock, app.random) }, TERMS);
    };
    await Promise.all(Array.from({ length: 64 }, create));
    clock.offsetMilliseconds += 5 * MINUTE + SECOND;
    await fixture.owner.query('vacuum analyze checkouts, events, deliveries');
    const startedAt = performance.now();
    await runDueWork(app, [checkoutWorker]);
    own.push((performance.now() - startedAt) / 1000);
    const [stored] = await app.db.query<{ n: bigint }>(
      `select count(*) as n from deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
       where d.project_id = $1 and e.event = 'expired'`,
      [project.id],
    );
    assert(Number(stored?.n) === wanted, 'one callback for each');
    again.push(await writeAgain(fixture, project.id));
    say(
      `  ${wanted} expiries, run ${run + 1}: ${own.at(-1)?.toFixed(2)} s, rows again ${again.at(-1)?.toFixed(2)} s`,
    );
  }
  const seconds = runsOf(own);
  const rows = [
    ['the worker, until the callbacks are stored', showRuns(seconds, 2)],
    [
      'the rows of them, written again by one statement for each table (the limit)',
      showRuns(runsOf(again), 2),
    ],
  ];
  return {
    section: table([`${wanted} checkouts that expire at the same moment`, 'seconds'], rows),
    goals: [
      {
        text: `${wanted} checkout expiries due at once within ${GOAL_EXPIRIES} s to callbacks stored`,
        isReached: seconds.median <= GOAL_EXPIRIES,
        figure: `${seconds.median.toFixed(2)} s`,
      },
    ],
  };
}

const WRITTEN = ['checkouts', 'events', 'deliveries'];

/** Seconds. With keys and indexes, without triggers and references. */
async function writeAgain({ owner }: Fixture, projectId: string): Promise<number> {
  for (const name of WRITTEN)
    await owner.query(`create table again_${name} (like ${name} including all)`);
  const startedAt = performance.now();
  for (const name of WRITTEN)
    await owner.unhurried.query(
      `insert into again_${name} overriding system value select * from ${name} where project_id = $1`,
      [projectId],
    );
  const seconds = (performance.now() - startedAt) / 1000;
  await owner.query(`drop table ${WRITTEN.map((name) => `again_${name}`).join(', ')}`);
  return seconds;
}
