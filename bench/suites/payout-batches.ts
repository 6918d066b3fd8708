// A CSV file of 10,000 payouts: how long it takes until each row is a withdrawal, and until each is broadcast, in how
// many transactions and simulated blocks. By the workers of the service alone, one after the other. The limit: the
// resulting rows, written again by one statement for each table. BTC pays many recipients with one transaction; ETH
// and XRP pay one.
import { mine } from '../../server/src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../server/src/chains/simulated/pay.ts';
import { defined } from '../../server/src/core/assert.ts';
import { newId } from '../../server/src/core/ids.ts';
import { createBatch, sendBatch } from '../../server/src/payout-batches/create.ts';
import { topUpAddress } from '../../server/src/payouts/own-address.ts';
import { adjustAccount } from '../../server/src/transactions/adjust.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { type Account, ageLog, createAccount, type Fixture, openFixture } from '../fixture.ts';
import { measureRows } from '../limits/rows-again.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const ROWS = 10_000;
const ROWS_QUICK = 1_000;
/** One transaction for each row. */
const ROWS_ALONE = 1_000;
const ROWS_ALONE_QUICK = 100;
const GOAL_SECONDS = 10;
/** Text and unit amounts of a row. */
const AMOUNTS = {
  BTC: ['0.001', 100_000n],
  XRP: ['20', 20_000_000n],
  ETH: ['0.01', 10n ** 16n],
} as const;
type Code = keyof typeof AMOUNTS;
/** In the hot wallet of BTC, each enough for a full transaction. */
const OUTPUTS = 20;
const BLOCKS_MAX = 200;
const PERSON = { key: 'bench', name: 'bench' };

/** What a payout writes. */
const WRITTEN = [
  'coin_withdrawals',
  'payouts',
  'payout_batch_rows',
  'transfer_payments',
  'ledger_postings',
  'account_transactions',
  'events',
];

interface Measured {
  readonly checked: number;
  readonly taken: number;
  readonly sent: number;
  readonly transactions: number;
  readonly blocks: number;
}

export const payoutBatchesSuite: Suite = {
  name: 'payout-batches',
  title: 'A file of 10,000 payouts',
  async run(options) {
    const fixture = await openFixture();
    try {
      return await measureAll(fixture, options);
    } finally {
      await fixture.close();
    }
  },
};

interface Run {
  readonly coin: Code;
  readonly rows: number;
  readonly of: Measured;
  readonly limit: number;
}

async function measureAll(fixture: Fixture, options: SuiteOptions): Promise<SuiteReport> {
  const count = options.isQuick ? ROWS_QUICK : ROWS;
  const alone = options.isQuick ? ROWS_ALONE_QUICK : ROWS_ALONE;
  const runs: Run[] = [];
  await ageLog(fixture);
  for (const [coin, rows] of [
    ['BTC', count],
    ['XRP', alone],
    ['ETH', alone],
  ] as const) {
    const account = await createAccount(fixture);
    await fund(fixture, account, { coin, rows });
    const of = await measure(fixture, account, { coin, rows });
    const limit = await measureRows(fixture, WRITTEN);
    runs.push({ coin, rows, of, limit });
    options.say(
      `  ${rows} payouts of ${coin}: checked in ${of.checked.toFixed(1)} s, taken in ${of.taken.toFixed(1)} s, ` +
        `broadcast in ${of.sent.toFixed(1)} s by ${of.transactions} transactions over ${of.blocks} blocks; ` +
        `the rows again ${limit.toFixed(1)} s`,
    );
  }
  return report(runs);
}

interface Load {
  readonly coin: Code;
  readonly rows: number;
}

/** Twice what the rows pay, for the merchant and in the hot wallet. */
async function fund(fixture: Fixture, { project }: Account, { coin, rows }: Load): Promise<void> {
  const { app, simulations } = fixture.assembled;
  const total = AMOUNTS[coin][1] * BigInt(rows) * 2n;
  await adjustAccount(app, {
    projectId: project.id,
    currency: coin,
    amount: total,
    reason: 'bench',
  });
  const { model } = defined(app.transferNetworks.get(coin), 'it is sent');
  const simulation = defined(simulations?.get(coin), 'it is simulated');
  const outputs = model === 'outputs' ? OUTPUTS : 1;
  const payments = [];
  for (let n = 0; n < outputs; n++) {
    const { address, tag } = await topUpAddress(app, { coin, model });
    payments.push({ outputs: [{ address, tag, amount: total / BigInt(outputs) }] });
  }
  await payMany(simulation, payments);
  await mine(simulation, { count: 40 });
  await work(fixture);
}

const work = ({ assembled }: Fixture, name = '') =>
  runDueWork(
    assembled.app,
    assembled.workers.filter((worker) => worker.name.startsWith(name)),
  );

async function measure(fixture: Fixture, account: Account, load: Load): Promise<Measured> {
  const { app, simulations } = fixture.assembled;
  const projectId = account.project.id;
  const id = newId(app.clock, app.random);
  const coin = defined(app.coins.get(load.coin), 'it is registered');
  const lines = Array.from({ length: load.rows }, (_, n) => {
    const tag = load.coin === 'XRP' ? '?dt=1' : '';
    return `${foreignAddress(coin, 'bench', n)}${tag},${AMOUNTS[load.coin][0]},${load.coin},bench-${n}`;
  });
  const text = ['address,amount,currency,custom_id', ...lines].join('\n');
  const timed = async (run: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await run();
    return (performance.now() - startedAt) / 1000;
  };
  const checked = await timed(async () => {
    await createBatch(app, { projectId, id, name: 'bench', text, paysAgain: false }, PERSON);
    await work(fixture, 'payout-batches');
  });
  const [refused] = await app.db.query<{ problems: unknown }>(
    `select problems from payout_batch_rows where batch_id = $1 and status = 'refused' limit 1`,
    [id],
  );
  if (refused !== undefined) throw new Error(`refused: ${JSON.stringify(refused.problems)}`);
  const taken = await timed(async () => {
    await sendBatch(app, { projectId, id }, PERSON);
    await work(fixture, 'payout-batches');
  });
  let blocks = 0;
  const sender = `send-${load.coin.toLowerCase()}`;
  const watcher = `watch-${load.coin.toLowerCase()}`;
  const sent = await timed(async () => {
    for (; blocks < BLOCKS_MAX; blocks++) {
      await work(fixture, watcher);
      await work(fixture, sender);
      if ((await openOf(fixture, projectId)) === 0) break;
      await mine(defined(simulations?.get(load.coin), 'it is simulated'), { count: 1 });
    }
  });
  if ((await openOf(fixture, projectId)) > 0) throw new Error(`not all of ${load.coin} were sent`);
  const [row] = await app.db.query<{ n: number; sent: number }>(
    `select count(distinct txid)::int as n, count(*)::int as sent from coin_withdrawals
     where project_id = $1 and status in ('sent', 'completed')`,
    [projectId],
  );
  if (row?.sent !== load.rows) throw new Error(`${row?.sent} of ${load.rows} rows were sent`);
  // A block more than those between: the one that the last transactions wait for.
  return { checked, taken, sent, transactions: row.n, blocks: blocks + 1 };
}

async function openOf({ assembled }: Fixture, projectId: string): Promise<number> {
  const [row] = await assembled.app.db.query<{ n: number }>(
    `select count(*)::int as n from payouts where project_id = $1 and status in ('waiting', 'planned')`,
    [projectId],
  );
  return row?.n ?? 0;
}

function report(runs: readonly Run[]): SuiteReport {
  const seconds = (value: number) => value.toFixed(1);
  const section = `${table(
    [
      'payouts',
      'checked, s',
      'taken, s',
      'broadcast, s',
      'transactions',
      'blocks',
      'rows again (the limit), s',
      'times the limit',
    ],
    runs.map(({ coin, rows, of, limit }) => [
      `${rows} of ${coin}`,
      seconds(of.checked),
      seconds(of.taken),
      seconds(of.sent),
      `${of.transactions}`,
      `${of.blocks}`,
      seconds(limit),
      seconds((of.checked + of.taken + of.sent) / limit),
    ]),
  )}\n\nBounded by the statements of each withdrawal (price, policy, postings, callbacks) while rows are
taken, and by the status changes with their callbacks while they are broadcast. ETH and XRP pay one recipient with a
transaction, so each payout needs its own plan, signature and broadcast.\n`;
  const goals = runs.flatMap(({ coin, rows, of }) => {
    const within = (GOAL_SECONDS * rows) / ROWS;
    const accepted = of.checked + of.taken;
    return [
      {
        text: `${rows} payouts of ${coin} accepted within ${within} s`,
        isReached: accepted <= within,
        figure: `${seconds(accepted)} s`,
      },
      {
        text: `${rows} payouts of ${coin} broadcast for one simulated block`,
        isReached: of.blocks === 1,
        figure: `${of.blocks} blocks, ${of.transactions} transactions`,
      },
    ];
  });
  return { section, goals };
}
