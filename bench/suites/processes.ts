// One, two and four processes on one database, behind HAProxy with the file of deploy/ha: invoices of many projects per
// second, with requests of one key routed to one process, and with round robin; compared with one process without a
// proxy, in the same run. On one machine all share its processors: more processes can't be faster here, and the result
// shows the cost of sharing a database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defined } from '../../server/src/core/assert.ts';
import { createProject } from '../../server/src/projects/create.ts';
import { type Account, ageLog, createKey, type Fixture, openFixture } from '../fixture.ts';
import { measureLoad } from '../load/measure.ts';
import { prefill } from '../prefill.ts';
import { freePort, type Service, startService } from '../service.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type CaseReport, type Costs, measureCosts } from './process-costs.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const HAPROXY = '/usr/sbin/haproxy';
const DEPLOYED = join(import.meta.dirname, '../../deploy/ha/haproxy.cfg');
const PROJECTS = 32;
const CALLERS = 64;
const COIN = 'LTC';
const BODY = JSON.stringify({
  custom_id: 'order-#',
  price_amount: '25.5',
  price_currency: 'EUR',
  pay_currency: COIN,
  name: 'Order',
  description: 'Two books and a pen',
});

type Routing = 'alone' | 'by key' | 'by turns';
const CASES: readonly (readonly [processes: number, routing: Routing])[] = [
  [1, 'alone'],
  [1, 'by key'],
  [2, 'by key'],
  [2, 'by turns'],
  [4, 'by key'],
  [4, 'by turns'],
];

export const processesSuite: Suite = {
  name: 'processes',
  title: 'Processes sharing a database',
  async run(options) {
    if (!existsSync(HAPROXY)) {
      const section = 'Not measured: HAProxy is not installed (`apt-get install haproxy`).\n';
      options.say(`  ${section}`);
      return { section, goals: [] };
    }
    const fixture = await openFixture();
    try {
      return await measureAll(fixture, options);
    } finally {
      await fixture.close();
    }
  },
};

async function measureAll(fixture: Fixture, options: SuiteOptions): Promise<SuiteReport> {
  const accounts: Account[] = [];
  for (let n = 0; n < PROJECTS; n++) {
    const project = await createProject(fixture.assembled.app, `Bench ${n}`);
    accounts.push(await createKey(fixture, project));
  }
  await ageLog(fixture);
  const reports = CASES.map((): CaseReport[] => []);
  // In turns, so that changes on the machine affect all of them.
  for (let run = 0; run < options.runs; run++)
    for (const [n, [processes, routing]] of CASES.entries()) {
      const report = await measureCase(fixture, accounts, {
        processes,
        routing,
        isQuick: options.isQuick,
        prefix: `${n}-${run}`,
      });
      reports[n]?.push(report);
      options.say(`  ${processes} ${routing}, run ${run + 1}: ${lineOf(report)}`);
    }
  return reportOf(reports);
}

function lineOf({ perSecond, services, postgres, proxy, load, commits }: CaseReport): string {
  const shown = [services, postgres, proxy, load].map((cost) => cost.toFixed(0)).join(' + ');
  return `${perSecond.toFixed(0)}/s, ${shown} µs each, ${commits.toFixed(2)} commits each`;
}

/** Of one process "by key", which has the same proxy in front of it. */
const GOAL_SHARE = 0.9;
const GOAL_ROUTINGS = 1.2;

function reportOf(reports: readonly CaseReport[][]): SuiteReport {
  const indexOf = (processes: number, routing: Routing) =>
    CASES.findIndex(([of, how]) => of === processes && how === routing);
  const caseOf = (processes: number, routing: Routing) =>
    defined(reports[indexOf(processes, routing)], 'a measured case');
  /** In each run, the values of a field against those of another case. */
  const against = (own: readonly CaseReport[], other: readonly CaseReport[], cost: Compared) =>
    runsOf(own.map((report, run) => cost(report) / cost(defined(other[run], 'the same run'))));
  const one = caseOf(1, 'by key');
  const rate: Compared = ({ perSecond }) => perSecond;
  const cost: Compared = ({ services, postgres }) => services + postgres;
  const rows = CASES.map(([processes, routing], n) => {
    const own = defined(reports[n], 'a case');
    const of = (field: keyof Costs | 'perSecond' | 'p50' | 'p99', decimals = 0) =>
      showRuns(runsOf(own.map((report) => report[field])), decimals);
    return [
      String(processes),
      routing,
      of('perSecond'),
      of('p50', 1),
      of('p99', 1),
      showRuns(against(own, caseOf(1, 'alone'), rate), 2),
      showRuns(against(own, one, rate), 2),
      of('services'),
      of('postgres'),
      of('proxy'),
      of('load'),
      of('commits', 2),
    ];
  });
  const note =
    `${PROJECTS} projects, ${CALLERS} callers. "alone" is without a proxy, "by key" uses deploy/ha/haproxy.cfg, and "by ` +
    'turns" uses that file with `balance roundrobin`. Load generator, proxy, processes and PostgreSQL share the processors of ' +
    'one machine, so the limit of several processes is one process behind the same proxy. µs: processor time for each ' +
    'invoice, which does not depend on what else the machine does.\n';
  const share = against(caseOf(4, 'by key'), one, rate);
  const work = against(caseOf(4, 'by key'), one, cost);
  const routings = against(caseOf(4, 'by key'), caseOf(4, 'by turns'), rate);
  const goals = [
    {
      text: `four processes at least ${GOAL_SHARE} of one`,
      isReached: share.median >= GOAL_SHARE,
      figure: `${showRuns(share, 2)}; processor time of the processes and PostgreSQL ${showRuns(work, 2)} times`,
    },
    {
      text: `four processes by key at most ${GOAL_ROUTINGS} times as fast as by turns`,
      isReached: routings.median <= GOAL_ROUTINGS,
      figure: showRuns(routings, 2),
    },
  ];
  return { section: `${table(HEAD, rows)}\n\n${note}`, goals };
}

type Compared = (report: CaseReport) => number;

const HEAD = [
  'processes',
  'requests',
  'invoices/s',
  'p50 ms',
  'p99 ms',
  'share of one alone',
  'share of one by key (the limit)',
  'processes, µs',
  'PostgreSQL, µs',
  'proxy, µs',
  'load generator, µs',
  'commits',
];

interface Case {
  readonly processes: number;
  readonly routing: Routing;
  readonly isQuick: boolean;
  readonly prefix: string;
}

async function measureCase(
  fixture: Fixture,
  accounts: readonly Account[],
  { processes, routing, isQuick, prefix }: Case,
): Promise<CaseReport> {
  // Each process compiles its own code.
  const [count, warmUp] = isQuick ? [2000, 500 * processes] : [8000, 4000 * processes];
  await prefill(fixture, COIN, 2 * (count + warmUp));
  const services: Service[] = [];
  for (let n = 0; n < processes; n++)
    services.push(
      await startService(fixture.environment, join(fixture.folder, `service-${n}.log`)),
    );
  const ports = services.map(({ port }) => port);
  const front = routing === 'alone' ? null : await startFront(fixture.folder, { ports, routing });
  try {
    const port = front?.port ?? defined(ports[0], 'a process');
    const load = { accounts, target: '/api/invoices', body: BODY, callers: CALLERS };
    return await measureCosts(
      fixture,
      { services, proxyPid: front?.pid ?? null, count },
      (around) => measureLoad({ ...load, port, sizes: { count, warmUp }, prefix, around }),
    );
  } finally {
    await front?.stop();
    for (const service of services) await service.stop();
  }
}

interface Front {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

async function startFront(
  folder: string,
  { ports, routing }: { readonly ports: readonly number[]; readonly routing: Routing },
): Promise<Front> {
  const port = await freePort();
  const servers = ports.map((at, n) => `  server s${n} 127.0.0.1:${at} check`).join('\n');
  // The other half of the file is in front of the databases.
  const [text = ''] = readFileSync(DEPLOYED, 'utf8').split('# For programs that support');
  const config = text
    .replace('10.0.0.20:8080', `127.0.0.1:${port}`)
    // All processors are busy, also with compiling the code of a new process.
    .replace('timeout check 2s', 'timeout check 30s')
    .replace(/ {2}server one .*\n {2}server two .*/, servers)
    .replace(/ {2}balance hash .*/, routing === 'by key' ? '$&' : '  balance roundrobin');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', log, log] });
  // Its health checks have to find all processes first.
  await untilListening(port);
  await pause(3000);
  return {
    port,
    pid: defined(child.pid ?? null, 'it has started'),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect({ host: '127.0.0.1', port });
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isThere) return;
    await pause(50);
  }
  throw new Error('HAProxy does not listen');
}
