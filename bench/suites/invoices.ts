// Invoices created per second and their latency, over HTTP with real signatures, compared with the bare HTTP server and
// with the same command without HTTP, all in the same run and with the same load generator.
import { join } from 'node:path';
import { newId } from '../../server/src/core/ids.ts';
import { createInvoice } from '../../server/src/invoices/create.ts';
import {
  type Account,
  ageLog,
  createAccount,
  type Fixture,
  LOG_NOTE,
  openFixture,
} from '../fixture.ts';
import type { LoadReport } from '../load/generate.ts';
import { type Load, measureLimit, measureLoad, type Sizes } from '../load/measure.ts';
import { prefill } from '../prefill.ts';
import { startService } from '../service.ts';
import { type Runs, runsOf, showRuns } from '../statistics.ts';
import { type Goal, type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const CALLERS = [1, 8, 32, 128] as const;
/** The service is measured under full load, like its limit. */
const GOAL_CALLERS = 128;
/** Its addresses are derived before the clock starts. */
const COIN = 'LTC';
/** Its addresses are derived while invoices take them, by the same process. */
const COIN_WITHOUT_POOL = 'BTC';

function bodyOf(coin: string): string {
  return JSON.stringify({
    custom_id: 'order-#',
    price_amount: '25.5',
    price_currency: 'EUR',
    pay_currency: coin,
    name: 'Order',
    description: 'Two books and a pen',
    success_redirect_url: 'https://shop.example/thanks',
    unsuccess_redirect_url: 'https://shop.example/sorry',
  });
}

/**
 * Node compiles the service's code while it runs: the first 10,000 requests cost more than twice as much as later ones.
 * They are not counted, neither for the service nor for its limit.
 */
function sizesOf(callers: number, isQuick: boolean): Sizes {
  const [count, warmUp] =
    callers === 1 ? [1500, 1500] : callers === 8 ? [5000, 5000] : [12_000, 10_000];
  return isQuick
    ? { count: Math.ceil(count / 3), warmUp: Math.ceil(warmUp / 2) }
    : { count, warmUp };
}

export const invoicesSuite: Suite = {
  name: 'invoices',
  title: 'Invoices created per second',
  async run(options) {
    const fixture = await openFixture();
    try {
      return await measureAll(fixture, options);
    } finally {
      await fixture.close();
    }
  },
};

interface Collected {
  readonly service: LoadReport[];
  readonly limit: LoadReport[];
  readonly command: number[];
}

async function measureAll(fixture: Fixture, options: SuiteOptions): Promise<SuiteReport> {
  const account = await createAccount(fixture);
  await ageLog(fixture);
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const callers of CALLERS) {
    const collected: Collected = { service: [], limit: [], command: [] };
    const sizes = sizesOf(callers, options.isQuick);
    for (let run = 0; run < options.runs; run++) {
      const shape = { callers, sizes, prefix: `${callers}-${run}`, coin: COIN };
      await prefill(fixture, COIN, 2 * (sizes.count + sizes.warmUp));
      await measureRun(fixture, account, { shape, collected });
      options.say(`  ${callers} callers, run ${run + 1}: ${lineOf(collected, run)}`);
    }
    rows.push([String(callers), ...cellsOf(collected)]);
    if (callers === GOAL_CALLERS) goals.push(goalOf(collected));
  }
  const section = `${table(HEAD, rows)}\n\n${await measureWithoutPool(fixture, account, options)}${LOG_NOTE}`;
  return { section, goals };
}

function goalOf(collected: Collected): Goal {
  const share = runsOf(sharesOf(collected)).median;
  return {
    text: `invoices at ${GOAL_CALLERS} callers at least a third of bare HTTP`,
    isReached: share >= 1 / 3,
    figure: share.toFixed(2),
  };
}

const HEAD = [
  'callers',
  'invoices/s',
  'p50 ms',
  'p99 ms',
  'bare HTTP/s',
  'share of bare HTTP',
  'without HTTP/s',
];

/** The service, its limit and the command without HTTP, one after the other. */
async function measureRun(
  fixture: Fixture,
  account: Account,
  { shape, collected }: { shape: Shape; collected: Collected },
): Promise<void> {
  const service = await measureService(fixture, account, shape);
  collected.service.push(service);
  collected.limit.push(await measureLimit(loadOf(account, shape), service.answer));
  collected.command.push(await measureCommand(fixture, account, shape));
}

function lineOf({ service, limit, command }: Collected, run: number): string {
  const [own, bare, alone] = [service[run], limit[run], command[run]];
  if (own === undefined || bare === undefined || alone === undefined) return '';
  return (
    `${own.perSecond.toFixed(0)}/s, p50 ${own.p50.toFixed(2)} ms, p99 ${own.p99.toFixed(2)} ms; ` +
    `bare HTTP ${bare.perSecond.toFixed(0)}/s (share ${(own.perSecond / bare.perSecond).toFixed(2)}); ` +
    `without HTTP ${alone.toFixed(0)}/s`
  );
}

function sharesOf({ service, limit }: Pick<Collected, 'service' | 'limit'>): number[] {
  return service.map((own, n) => own.perSecond / (limit[n]?.perSecond ?? Number.NaN));
}

function cellsOf({ service, limit, command }: Collected): string[] {
  const of = (reports: LoadReport[], field: 'perSecond' | 'p50' | 'p99'): Runs =>
    runsOf(reports.map((report) => report[field]));
  const shares = sharesOf({ service, limit });
  return [
    showRuns(of(service, 'perSecond')),
    showRuns(of(service, 'p50'), 2),
    showRuns(of(service, 'p99'), 2),
    showRuns(of(limit, 'perSecond')),
    showRuns(runsOf(shares), 2),
    showRuns(runsOf(command)),
  ];
}

/** The steady state: the service derives addresses while it assigns them. */
async function measureWithoutPool(
  fixture: Fixture,
  account: Account,
  options: SuiteOptions,
): Promise<string> {
  const callers = GOAL_CALLERS;
  const reports: LoadReport[] = [];
  for (let run = 0; run < options.runs; run++) {
    const sizes = sizesOf(callers, options.isQuick);
    const shape = { callers, sizes, prefix: `derived-${run}`, coin: COIN_WITHOUT_POOL };
    reports.push(await measureService(fixture, account, shape));
  }
  const perSecond = showRuns(runsOf(reports.map((report) => report.perSecond)));
  options.say(`  ${callers} callers, deriving: ${perSecond}/s`);
  return (
    `Addresses were derived before the measurement started. With the default pool of 200, the service derives ` +
    `addresses while it assigns them, and creates ${perSecond} invoices per second at ${callers} callers.\n`
  );
}

interface Shape {
  readonly callers: number;
  readonly sizes: Sizes;
  readonly prefix: string;
  /** The coin of the payments. */
  readonly coin: string;
}

async function measureService(
  fixture: Fixture,
  account: Account,
  shape: Shape,
): Promise<LoadReport> {
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  try {
    return await measureLoad({ ...loadOf(account, shape), port: service.port });
  } finally {
    await service.stop();
  }
}

function loadOf(account: Account, { callers, sizes, prefix, coin }: Shape): Omit<Load, 'port'> {
  const body = bodyOf(coin);
  return { accounts: [account], target: '/api/invoices', body, callers, sizes, prefix };
}

/** The same command and statements through the same driver, without HTTP, signature and JSON. */
async function measureCommand(fixture: Fixture, account: Account, shape: Shape): Promise<number> {
  const { app } = fixture.assembled;
  const { count } = shape.sizes;
  let next = 0;
  const startedAt = performance.now();
  const caller = async () => {
    while (next < count) {
      const n = next++;
      await createInvoice(
        app,
        { project: account.project, objectId: newId(app.clock, app.random) },
        {
          custom_id: `command-${shape.prefix}-${n}`,
          price_amount: '25.5',
          price_currency: 'EUR',
          pay_currency: shape.coin,
          name: 'Order',
          description: 'Two books and a pen',
        } as Parameters<typeof createInvoice>[2],
      );
    }
  };
  await Promise.all(Array.from({ length: shape.callers }, caller));
  return count / ((performance.now() - startedAt) / 1000);
}
