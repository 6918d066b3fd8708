// What merchants, the operator and the workers wait for with ten thousand and with a million paid invoices, in twenty
// projects: every list page and search through the API, every list and screen of the operator, a poll of a chain, the
// first poll of a process that starts to send, claiming and recording callbacks with a backlog, and the start of the
// service. Both databases are open at the same time and are queried in turn, so that other load on the machine affects
// both figures.
import { join } from 'node:path';
import { createClient } from '../../client/src/client.ts';
import { defined } from '../../server/src/core/assert.ts';
import { claimDeliveries, type DueDelivery } from '../../server/src/events/claim.ts';
import { compactCallbacksWorker } from '../../server/src/events/compact-callbacks.ts';
import { noteAttempt } from '../../server/src/events/note-attempts.ts';
import { handlers } from '../../server/src/http/serve-operations.ts';
import { createServer } from '../../server/src/http/server.ts';
import { maySend } from '../../server/src/payouts/plan/may-send.ts';
import { solvencyOf } from '../../server/src/payouts/wallet/solvency.ts';
import { makeAllDue } from '../../server/src/workers/schedule.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { type Player, playLists } from '../../server/test/support/play-business.ts';
import { playOperator } from '../../server/test/support/play-operator.ts';
import { type FilledFixture, openOrFill } from '../fill/filled-fixture.ts';
import { pileUp } from '../fill/multiply.ts';
import { startService } from '../service.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

/** Callbacks in total, of all endpoints. */
const CLAIMED = 256;
const SHORT = 10_000;
const LONG = 1_000_000;
/** A tenth of the invoices with --quick. */
const QUICK = 10;
/** Of callbacks: more than all rounds claim. */
const BACKLOGS = [10_000, 100_000] as const;
const PROJECTS = 20;
const ROUNDS = 25;
const ROUNDS_QUICK = 5;
/** Not counted: PostgreSQL plans a statement again for each of its first five executions. */
const WARM_UP = 6;
/** Rounds of slow measurements. */
const STARTS = 5;
const GOAL_RATIO = 1.2;
const COINS = ['LTC', 'ETH'];
/** Shown without a goal: it reads the total of all wallets every ten minutes. */
const WHOLE = 'solvency (all wallets and accounts)';

export const fullSuite: Suite = {
  name: 'full',
  title: 'On a full database',
  async run(options) {
    const of = options.isQuick ? QUICK : 1;
    const { full, say } = options;
    say('  opening or filling the two databases');
    const projects = PROJECTS;
    const short = await openSide(await openOrFill({ invoices: SHORT / of, projects }, undefined));
    try {
      const long = await openSide(await openOrFill({ invoices: LONG / of, projects }, full));
      try {
        return report(await measure([short, long], options), of);
      } finally {
        await long.close();
      }
    } finally {
      await short.close();
    }
  },
};

interface Side extends Player {
  readonly filled: FilledFixture;
  close(): Promise<void>;
}

async function openSide(filled: FilledFixture): Promise<Side> {
  const { fixture, accounts } = filled;
  const { assembled } = fixture;
  const server = createServer(assembled.app, handlers);
  const baseUrl = await server.fastify.listen({ host: '127.0.0.1', port: 0 });
  assembled.app.publicUrl.value = baseUrl;
  const { key: apiKey, secret: apiSecret } = defined(accounts[0], 'a project');
  // Work that has become due since the database was created, and the first poll of the chains; without the worker that
  // verifies the whole ledger and the one that packs callbacks, which need a backlog here.
  await makeAllDue(assembled.app);
  await runDueWork(
    assembled.app,
    assembled.workers.filter(
      ({ name }) => name !== 'audit' && name !== compactCallbacksWorker.name,
    ),
  );
  return {
    filled,
    assembled,
    api: createClient({ baseUrl, apiKey, apiSecret, retriesMax: 0 }),
    async close() {
      await server.fastify.close();
      await fixture.close();
    },
  };
}

/** Milliseconds by name, of the short and the long one. */
type Times = Map<string, [number[], number[]]>;

async function measure(sides: readonly [Side, Side], options: SuiteOptions): Promise<Times> {
  const times: Times = new Map();
  const note = (name: string, side: number, milliseconds: number) => {
    const pair = times.get(name) ?? [[], []];
    pair[side]?.push(milliseconds);
    times.set(name, pair);
  };
  const rounds = options.isQuick ? ROUNDS_QUICK : ROUNDS;
  const interleaved = async (count: number, play: (side: Side, hear: Hear) => Promise<void>) => {
    for (let round = 0; round < count; round++) {
      for (const [n, side] of sides.entries()) {
        await play(side, (name, milliseconds) => {
          if (round >= Math.min(WARM_UP, count - STARTS)) note(name, n, milliseconds);
        });
      }
    }
  };
  options.say('  list pages and searches');
  await interleaved(WARM_UP + rounds, timeLists);
  // In case a later part fails.
  const sayAll = () => options.say(report(times, options.isQuick ? QUICK : 1).section);
  sayAll();
  options.say('  looks of the workers');
  await interleaved(WARM_UP + rounds, timeReads);
  await interleaved(STARTS, ({ assembled: { app } }, hear) =>
    timed(WHOLE, hear, () => solvencyOf(app)),
  );
  sayAll();
  options.say('  callbacks with a backlog');
  for (const [n, side] of sides.entries())
    await pileUp(side.filled.fixture.owner, BACKLOGS[n] ?? 0);
  await interleaved(WARM_UP + rounds, timeCallbacks);
  options.say('  starts');
  for (let run = 0; run < (options.isQuick ? 1 : STARTS); run++)
    for (const [n, side] of sides.entries()) note('start of the service', n, await timeStart(side));
  return times;
}

type Hear = (name: string, milliseconds: number) => void;

async function timed(name: string, hear: Hear, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  hear(name, performance.now() - startedAt);
}

async function timeLists(side: Side, hear: Hear): Promise<void> {
  let name = '';
  let startedAt = 0;
  const next = (following: string) => {
    const now = performance.now();
    if (name !== '') hear(name, now - startedAt);
    name = following;
    startedAt = now;
  };
  await playLists(side, next);
  await playOperator(side, (requested) =>
    next(requested.startsWith('what') ? '' : filtersOf(requested)),
  );
  next('');
}

/** The operation and the names of its filters, whose values differ between the databases. */
function filtersOf(requested: string): string {
  if (requested.startsWith('figures ')) return `operator: ${requested}`;
  const [operation, values] = requested.split(/ (.*)/s);
  const filters = Object.keys(JSON.parse(values ?? '{}'));
  return `operator: ${[operation, filters.join(', ')].filter((part) => part !== '').join(' by ')}`;
}

async function timeReads({ assembled }: Side, hear: Hear): Promise<void> {
  const { app, workers, coinWallets } = assembled;
  await makeAllDue(app);
  for (const coin of COINS) {
    const watch = workers.find(({ name }) => name === `watch-${coin.toLowerCase()}`);
    await timed(`a look at ${coin}`, hear, async () => watch?.run(app));
    app.comparison.outlooks.delete(coin);
    const coinWallet = defined(coinWallets.get(coin), 'it is sent');
    await timed(`a process begins to send ${coin}`, hear, () => maySend(app, coinWallet));
  }
}

/** Nothing is sent: only the database's work is measured. */
async function timeCallbacks({ filled, assembled }: Side, hear: Hear): Promise<void> {
  const { app } = assembled;
  const endpoints = await filled.fixture.owner.query<{ id: string }>(
    'select id from callback_endpoints order by id',
  );
  const room = Math.ceil(CLAIMED / endpoints.length);
  const held = endpoints.map(({ id }) => ({ endpointId: id, count: 0, room }));
  let due: readonly DueDelivery[] = [];
  await timed(`callbacks are claimed, ${CLAIMED}`, hear, async () => {
    due = await claimDeliveries(app, held);
  });
  const outcome = { ok: true, status: 200, headers: {}, bodyExcerpt: '', milliseconds: 3 } as const;
  const at = app.clock.now();
  await timed(`callbacks are noted, ${CLAIMED}`, hear, async () => {
    await Promise.all(due.map((delivery) => noteAttempt(app, { delivery, outcome, at })));
  });
}

async function timeStart({ filled }: Side): Promise<number> {
  const { environment, folder } = filled.fixture;
  const service = await startService(environment, join(folder, 'service.log'));
  await service.stop();
  return service.readyAfter;
}

/** `of`: this many times smaller than the whole. */
function report(times: Times, of: number): SuiteReport {
  const found = [...times].map(([name, [short, long]]) => {
    const [a, b] = [runsOf(short), runsOf(long)];
    return { name, short: a, long: b, ratio: b.median / a.median };
  });
  const rows = found.map(({ name, short, long, ratio }) => [
    name,
    showRuns(short, 2),
    showRuns(long, 2),
    ratio.toFixed(2),
  ]);
  const judged = found.filter(({ name }) => name !== WHOLE).sort((a, b) => b.ratio - a.ratio);
  const worst = defined(judged[0], 'something is measured');
  const above = judged.filter(({ ratio }) => ratio > GOAL_RATIO).length;
  const head = ['what', `ms at ${SHORT / of}`, `ms at ${LONG / of}`, 'ratio'];
  const backlogs = `Callbacks: of a backlog of ${BACKLOGS[0]} and of one of ${BACKLOGS[1]}.`;
  return {
    section: `${table(head, rows)}\n\n${backlogs}\n`,
    goals: [
      {
        text: `lists, searches, chain polls, callbacks and starts at ${LONG / of} paid invoices at most ${GOAL_RATIO} times those at ${SHORT / of}`,
        isReached: worst.ratio <= GOAL_RATIO,
        figure: `${above} of ${judged.length} above, at most ${worst.ratio.toFixed(2)} for "${worst.name}"`,
      },
    ],
  };
}
