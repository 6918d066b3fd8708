// Instant withdrawals created per second, over HTTP: all from one account of one project, and spread over 50 projects.
// Compared in the same run with the bare HTTP server and with the same writes in one statement each. The coin's node is
// down, so that nothing is sent meanwhile.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changeSettings } from '../../server/src/chains/simulated/simulation.ts';
import { defined } from '../../server/src/core/assert.ts';
import { adjustAccount } from '../../server/src/transactions/adjust.ts';
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
const PROJECTS = [1, 50] as const;
const GOAL_CALLERS = 32;
const GOALS = {
  shareOfHttp: 0.2,
  p99: { 1: 30, 50: 60 },
  shareOfOneProject: 0.8,
  loneCaller: 4,
} as const;
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
  const measured: Measured[] = [];
  const accounts = await fundedAccounts(fixture, Math.max(...PROJECTS));
  for (const callers of CALLERS) {
    const cases = PROJECTS.map((projects) => ({ projects, callers, ...nothing() }));
    // In turns, because the machine's speed changes.
    for (let run = 0; run < Math.min(options.runs, RUNS_MAX); run++) {
      for (const one of cases) {
        const sizes = sizesOf(callers, options.isQuick);
        const shape = { accounts: accounts.slice(0, one.projects), callers, sizes, run };
        await measureRun(fixture, shape, one);
        options.say(`  ${one.projects} projects, ${callers} callers: ${lineOf(one, run)}`);
      }
    }
    measured.push(...cases);
  }
  const rows = measured.map((one) => cellsOf(one, caseOf(measured, 1, one.callers)));
  return { section: `${table(HEAD, rows)}\n${LOG_NOTE}\n`, goals: goalsOf(measured) };
}

const HEAD = [
  'projects',
  'callers',
  'withdrawals/s',
  'p50 ms',
  'p99 ms',
  'bare HTTP/s',
  'share of bare HTTP',
  'share of one project',
  'one statement each/s',
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

interface Measured {
  readonly projects: (typeof PROJECTS)[number];
  readonly callers: number;
  readonly service: LoadReport[];
  readonly statement: number[];
  readonly limit: LoadReport[];
}

type Collected = Omit<Measured, 'projects' | 'callers'>;

const nothing = (): Collected => ({ service: [], statement: [], limit: [] });

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

function caseOf(measured: readonly Measured[], projects: number, callers: number): Measured {
  const found = measured.find((one) => one.projects === projects && one.callers === callers);
  return defined(found, 'the case is measured');
}

function sharesOfHttp({ service, limit }: Collected): number[] {
  return service.map((own, n) => own.perSecond / defined(limit[n], 'as often').perSecond);
}

function sharesOf({ service }: Collected, { service: others }: Collected): number[] {
  return service.map((own, n) => own.perSecond / defined(others[n], 'as often').perSecond);
}

function goalsOf(measured: readonly Measured[]): Goal[] {
  const [one, many, lone] = [
    caseOf(measured, 1, GOAL_CALLERS),
    caseOf(measured, 50, GOAL_CALLERS),
    caseOf(measured, 1, 1),
  ];
  const p99 = ({ service }: Collected) => runsOf(service.map((report) => report.p99)).median;
  const atLeast = (text: string, shares: number[], least: number): Goal => {
    const { median } = runsOf(shares);
    return {
      text: `${text} at least ${least}`,
      isReached: median >= least,
      figure: median.toFixed(2),
    };
  };
  const atMost = (text: string, figure: number, most: number): Goal => ({
    text: `${text} at most ${most} ms`,
    isReached: figure <= most,
    figure: `${figure.toFixed(1)} ms`,
  });
  const from = (projects: number) =>
    `withdrawals at ${GOAL_CALLERS} callers from ${projects} project${projects === 1 ? '' : 's'}`;
  const waited = runsOf(lone.service.map(({ p50 }) => p50)).median;
  return [
    atLeast(`${from(1)}, share of bare HTTP`, sharesOfHttp(one), GOALS.shareOfHttp),
    atMost(`${from(1)}, p99`, p99(one), GOALS.p99[1]),
    atLeast(`${from(50)}, share of one project's`, sharesOf(many, one), GOALS.shareOfOneProject),
    atMost(`${from(50)}, p99`, p99(many), GOALS.p99[50]),
    atMost('withdrawal of a single caller, p50', waited, GOALS.loneCaller),
  ];
}

function lineOf({ service, statement, limit }: Collected, run: number): string {
  const [own, bare] = [service[run], limit[run]];
  if (own === undefined || bare === undefined) return '';
  return (
    `${own.perSecond.toFixed(0)}/s, p50 ${own.p50.toFixed(2)} ms, p99 ${own.p99.toFixed(2)} ms; ` +
    `one statement ${statement[run]?.toFixed(0)}/s; bare HTTP ${bare.perSecond.toFixed(0)}/s`
  );
}

function cellsOf(one: Measured, ofOneProject: Collected): string[] {
  const of = (reports: LoadReport[], field: 'perSecond' | 'p50' | 'p99'): Runs =>
    runsOf(reports.map((report) => report[field]));
  return [
    String(one.projects),
    String(one.callers),
    showRuns(of(one.service, 'perSecond')),
    showRuns(of(one.service, 'p50'), 2),
    showRuns(of(one.service, 'p99'), 2),
    showRuns(of(one.limit, 'perSecond')),
    showRuns(runsOf(sharesOfHttp(one)), 2),
    showRuns(runsOf(sharesOf(one, ofOneProject)), 2),
    showRuns(runsOf(one.statement)),
  ];
}
