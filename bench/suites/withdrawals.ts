// Instant withdrawals created per second, over HTTP: all from one account of one project, and spread over 50 projects.
// Compared with their limits, in the same run: the same writes in one statement, the same command without batches, and
// the bare HTTP server. The coin's node is down, so that nothing is sent meanwhile.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changeSettings } from '../../server/src/chains/simulated/simulation.ts';
import { defined } from '../../server/src/core/assert.ts';
import { newId } from '../../server/src/core/ids.ts';
import { adjustAccount } from '../../server/src/transactions/adjust.ts';
import { createWithdrawal } from '../../server/src/withdrawals/create.ts';
import { networkFeesWorker } from '../../server/src/withdrawals/refresh-fees.ts';
import {
  type Account,
  ageLog,
  createAccount,
  type Fixture,
  LOG_NOTE,
  openFixture,
} from '../fixture.ts';
import { measureStatement } from '../limits/one-statement.ts';
import { openCaller } from '../load/caller.ts';
import type { LoadReport } from '../load/generate.ts';
import { type Load, measureLimit, measureLoad, type Sizes } from '../load/measure.ts';
import { signedRequest } from '../load/signed-requests.ts';
import { type Service, startService } from '../service.ts';
import { type Runs, runsOf, showRuns } from '../statistics.ts';
import { type Goal, type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const CALLERS = [1, 8, 32] as const;
const GOAL_CALLERS = 32;
const GOAL_SHARE = 0.5;
const GOAL_P99_MILLISECONDS = 60;
const PROJECTS = [1, 50] as const;
const COIN = 'BTC';
const TARGET = '/api/coin_withdrawals';
/** From the BIP-173 examples, on the test network. */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
/** Four servers are started for each. */
const RUNS_MAX = 2;
const FUNDS = 10n ** 15n;
const POLL_MILLISECONDS = 20;

const WISH = {
  address: ADDRESS,
  charged_currency: 'EUR',
  received_currency: COIN,
  charged_amount: '20',
  force_commit: true,
};
const BODY = JSON.stringify({ custom_id: 'payout-#', ...WISH });

/** Node compiles the service's code while it runs, as in the invoices suite. */
function sizesOf(callers: number, isQuick: boolean): Sizes {
  const [count, warmUp] = callers === 1 ? [600, 1500] : callers === 8 ? [2000, 1500] : [5000, 6000];
  return isQuick
    ? { count: Math.ceil(count / 3), warmUp: Math.ceil(warmUp / 2) }
    : { count, warmUp };
}

export const withdrawalsSuite: Suite = {
  name: 'withdrawals',
  title: 'Withdrawals created per second',
  async run(options) {
    const fixture = await openFixture();
    try {
      return await measureAll(fixture, options);
    } finally {
      await fixture.close();
    }
  },
};

async function measureAll(fixture: Fixture, options: SuiteOptions): Promise<SuiteReport> {
  await learnFees(fixture);
  await ageLog(fixture);
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const projects of PROJECTS) {
    const accounts = await fundedAccounts(fixture, projects);
    for (const callers of CALLERS) {
      const collected: Collected = { service: [], statement: [], unbatched: [], limit: [] };
      for (let run = 0; run < Math.min(options.runs, RUNS_MAX); run++) {
        const shape = { accounts, callers, sizes: sizesOf(callers, options.isQuick), run };
        await measureRun(fixture, shape, collected);
        options.say(`  ${projects} projects, ${callers} callers: ${lineOf(collected, run)}`);
      }
      rows.push([String(projects), String(callers), ...cellsOf(collected)]);
      if (callers === GOAL_CALLERS) goals.push(goalOf(collected, projects));
    }
  }
  return { section: `${table(HEAD, rows)}\n${LOG_NOTE}\n`, goals };
}

const HEAD = [
  'projects',
  'callers',
  'withdrawals/s',
  'p50 ms',
  'p99 ms',
  'one statement each/s',
  'bare HTTP/s',
  'share of the smaller',
  'without HTTP and batches/s',
];

/** The fixture's application has no workers; the fees are queried once, before the node goes down. */
async function learnFees({ assembled }: Fixture): Promise<void> {
  await networkFeesWorker.run(assembled.app);
}

async function fundedAccounts(fixture: Fixture, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let n = 0; n < count; n++) {
    const account = await createAccount(fixture);
    const facts = { projectId: account.project.id, currency: 'EUR', amount: FUNDS };
    await adjustAccount(fixture.assembled.app, { ...facts, reason: 'bench' });
    accounts.push(account);
  }
  return accounts;
}

interface Shape {
  readonly accounts: readonly Account[];
  readonly callers: number;
  readonly sizes: Sizes;
  readonly run: number;
}

interface Collected {
  readonly service: LoadReport[];
  readonly statement: number[];
  readonly unbatched: number[];
  readonly limit: LoadReport[];
}

async function measureRun(fixture: Fixture, shape: Shape, collected: Collected): Promise<void> {
  const { accounts, callers, sizes } = shape;
  const service = await measureService(fixture, shape);
  collected.service.push(service);
  collected.limit.push(await measureLimit(loadOf(shape), service.answer));
  const projectIds = accounts.map(({ project }) => project.id);
  const payload = JSON.stringify({ type: 'CoinWithdrawal', data: service.answer });
  const { ownerUrl } = fixture;
  const { count } = sizes;
  collected.statement.push(
    await measureStatement({ ownerUrl, projectIds, callers, count, payload }),
  );
  collected.unbatched.push(await measureUnbatched(fixture, shape));
}

function loadOf({ accounts, callers, sizes, run }: Shape): Omit<Load, 'port'> {
  const prefix = `${accounts.length}-${callers}-${run}`;
  return { accounts, target: TARGET, body: BODY, callers, sizes, prefix };
}

async function measureService(fixture: Fixture, shape: Shape): Promise<LoadReport> {
  await setNodeDown(fixture, false);
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  try {
    await untilFeesAreKnown(service, defined(shape.accounts[0], 'there is an account'));
    await setNodeDown(fixture, true);
    return await measureLoad({ ...loadOf(shape), port: service.port });
  } finally {
    await service.stop();
  }
}

async function setNodeDown({ assembled }: Fixture, nodeIsDown: boolean): Promise<void> {
  await changeSettings(defined(assembled.simulations?.get(COIN), 'the network is simulated'), {
    nodeIsDown,
  });
}

async function untilFeesAreKnown({ port }: Service, { key, secret }: Account): Promise<void> {
  const caller = await openCaller(port);
  const target = `${TARGET}/network_fees`;
  for (;;) {
    const facts = { host: `127.0.0.1:${port}`, key, secret, method: 'GET' as const, target };
    const { body } = await caller.send(signedRequest(facts, ''));
    if (body.includes(`"${COIN}"`)) break;
    await pause(POLL_MILLISECONDS);
  }
  caller.close();
}

/** The same command in this process; a separate app gives each caller a queue. */
async function measureUnbatched(fixture: Fixture, shape: Shape): Promise<number> {
  const { accounts, callers, sizes } = shape;
  const count = Math.ceil(sizes.count / 4);
  let next = 0;
  const work = async () => {
    const app = { ...fixture.assembled.app };
    while (next < count) {
      const n = next++;
      const { project, key } = defined(accounts[n % accounts.length], 'there are accounts');
      const objectId = newId(app.clock, app.random);
      const caller = { project, objectId, apiKey: key, apiVersion: 2 as const };
      await createWithdrawal(app, caller, {
        ...WISH,
        custom_id: `alone-${objectId}`,
      } as Parameters<typeof createWithdrawal>[2]);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, work));
  return count / ((performance.now() - startedAt) / 1000);
}

function sharesOf({ service, statement, limit }: Collected): number[] {
  return service.map((own, n) => {
    const smaller = Math.min(statement[n] ?? 0, limit[n]?.perSecond ?? 0);
    return own.perSecond / smaller;
  });
}

function goalOf(collected: Collected, projects: number): Goal {
  const share = runsOf(sharesOf(collected)).median;
  const p99 = runsOf(collected.service.map((report) => report.p99)).median;
  return {
    text:
      `withdrawals at ${GOAL_CALLERS} callers from ${projects} project${projects === 1 ? '' : 's'} at least ` +
      `${GOAL_SHARE} of the smaller limit, p99 under ${GOAL_P99_MILLISECONDS} ms`,
    isReached: share >= GOAL_SHARE && p99 < GOAL_P99_MILLISECONDS,
    figure: `${share.toFixed(2)}, ${p99.toFixed(1)} ms`,
  };
}

function lineOf({ service, statement, unbatched, limit }: Collected, run: number): string {
  const [own, bare] = [service[run], limit[run]];
  if (own === undefined || bare === undefined) return '';
  return (
    `${own.perSecond.toFixed(0)}/s, p50 ${own.p50.toFixed(2)} ms, p99 ${own.p99.toFixed(2)} ms; ` +
    `one statement ${statement[run]?.toFixed(0)}/s; bare HTTP ${bare.perSecond.toFixed(0)}/s; ` +
    `unbatched ${unbatched[run]?.toFixed(0)}/s`
  );
}

function cellsOf(collected: Collected): string[] {
  const of = (reports: LoadReport[], field: 'perSecond' | 'p50' | 'p99'): Runs =>
    runsOf(reports.map((report) => report[field]));
  return [
    showRuns(of(collected.service, 'perSecond')),
    showRuns(of(collected.service, 'p50'), 2),
    showRuns(of(collected.service, 'p99'), 2),
    showRuns(runsOf(collected.statement)),
    showRuns(of(collected.limit, 'perSecond')),
    showRuns(runsOf(sharesOf(collected)), 2),
    showRuns(runsOf(collected.unbatched)),
  ];
}
