// One simulated block with thousands of payments to new invoices and channels, and how long it takes until all of them
// are credited: by the running service, and by its workers only. Used by deposits.ts and its profile.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fillPool } from '../../server/src/addresses/pool.ts';
import { ensureWallets } from '../../server/src/addresses/wallets.ts';
import { mineOn } from '../../server/src/chains/simulated/mine.ts';
import { broadcastPayments, paymentChecker } from '../../server/src/chains/simulated/pay.ts';
import { operate } from '../../server/src/chains/simulated/simulation.ts';
import { createChannel } from '../../server/src/channels/create.ts';
import { defined } from '../../server/src/core/assert.ts';
import { newId } from '../../server/src/core/ids.ts';
import { wakeWatcher } from '../../server/src/deposits/listen-for-blocks.ts';
import { CALLBACKS_WORKER } from '../../server/src/events/emit.ts';
import { createEndpoint } from '../../server/src/events/endpoints.ts';
import { createInvoice } from '../../server/src/invoices/create.ts';
import { makeAllDue } from '../../server/src/workers/schedule.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { type Account, ageLog, createAccount, type Fixture } from '../fixture.ts';
import { startService } from '../service.ts';

const COIN = 'LTC';
/** Earlier payments, so that statements are planned as in an instance that has run for a while. */
const PAYMENTS_BEFORE = 1000;
/** Payments to the measured service, whose code Node compiles meanwhile. */
const PAYMENTS_FIRST = 1000;
const CALLERS = 32;
const POLL_MILLISECONDS = 50;
/** Each poll walks past all callbacks that have just been delivered. */
const CALLBACKS_POLL_MILLISECONDS = 200;
const REST_MILLISECONDS = 1500;
const CHANNEL_AMOUNT = 50_000_000n;

/** Payable amounts and addresses of new invoices and channels, half and half. */
async function prepare(fixture: Fixture, account: Account, count: number) {
  const { app } = fixture.assembled;
  const wallet = defined(
    (await ensureWallets(app, { founds: false })).get(COIN),
    'the wallet exists',
  );
  while ((await fillPool(app, wallet, count + 100)) > 0);
  const outputs: { address: string; tag: number | null; amount: bigint }[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const n = next++;
      const creator = { project: account.project, objectId: newId(app.clock, app.random) };
      if (n % 2 === 0) {
        const { address, tag, pay_amount } = await createInvoice(app, creator, invoiceInput);
        outputs.push({ address, tag, amount: pay_amount });
      } else {
        const { address, tag } = await createChannel(app, creator, {
          ...channelInput,
          custom_id: `channel-${creator.objectId}`,
        });
        outputs.push({ address, tag, amount: CHANNEL_AMOUNT });
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await fixture.owner.query('vacuum analyze');
  return outputs;
}

const invoiceInput = {
  price_amount: '25.5',
  price_currency: 'EUR',
  pay_currency: COIN,
} as Parameters<typeof createInvoice>[2];

const channelInput = {
  name: 'Wallet',
  pay_currency: COIN,
  receiver_currency: 'EUR',
} as Parameters<typeof createChannel>[2];

/** Around the measured work, without its preparation. */
export interface MeasureHooks {
  before(): Promise<void>;
  after(): Promise<void>;
}

interface Load {
  readonly count: number;
  readonly receiver: string;
}

async function newAccount(fixture: Fixture, { receiver }: Load): Promise<Account> {
  const account = await createAccount(fixture);
  await createEndpoint(fixture.assembled.app, account.project.id, receiver);
  return account;
}

/**
 * All payments enter the mempool and the next block in one step: a service that polls between the two would store each
 * payment twice, some before and some after the clock starts.
 */
export async function payAll(
  fixture: Fixture,
  outputs: readonly { address: string; tag: number | null; amount: bigint }[],
): Promise<void> {
  const simulation = defined(fixture.assembled.simulations?.get(COIN), 'the network is simulated');
  const check = paymentChecker(simulation);
  const payments = outputs.map((output) => check({ outputs: [output] }));
  await operate(simulation, async (tx, chain) => {
    await broadcastPayments(tx, { simulation, seed: chain.seed, payments });
    await mineOn(tx, { simulation, chain, count: 1, withTransactions: true });
  });
}

/** A service derives a thousand addresses of each coin when it starts: the measured one has finished. */
async function untilAtRest({ assembled }: Fixture): Promise<void> {
  for (let before = -1, now = 0; now !== before; ) {
    before = now;
    await pause(REST_MILLISECONDS);
    const [row] = await assembled.app.db.query<{ n: number }>(
      'select count(*)::int as n from addresses where owner_id is null',
    );
    now = row?.n ?? 0;
  }
}

/** A new instance plans its statements for empty tables, and creates its log files. */
export async function warmUp(fixture: Fixture, receiver: string): Promise<void> {
  await ageLog(fixture);
  await measureService(fixture, { count: PAYMENTS_BEFORE, receiver });
}

/** Seconds from the block to all credited, and to all callbacks acknowledged. */
export async function measureService(
  fixture: Fixture,
  load: Load,
  hooks?: MeasureHooks,
): Promise<{ credited: number; delivered: number; callbacks: number }> {
  const first = await newAccount(fixture, load);
  const firstOutputs = await prepare(fixture, first, PAYMENTS_FIRST);
  const account = await newAccount(fixture, load);
  const outputs = await prepare(fixture, account, load.count);
  const service = await startService(fixture.environment, join(fixture.folder, 'service.log'));
  try {
    await untilAtRest(fixture);
    await payAll(fixture, firstOutputs);
    await wakeWatcher(fixture.assembled.app, COIN);
    while ((await credited(fixture, first)) < PAYMENTS_FIRST) await pause(POLL_MILLISECONDS);
    while (await isCalling(fixture, first)) await pause(POLL_MILLISECONDS);
    await payAll(fixture, outputs);
    await hooks?.before();
    const startedAt = performance.now();
    await wakeWatcher(fixture.assembled.app, COIN);
    const seconds = () => (performance.now() - startedAt) / 1000;
    while ((await credited(fixture, account)) < load.count) await pause(POLL_MILLISECONDS);
    const inBooks = seconds();
    while (await isCalling(fixture, account)) await pause(CALLBACKS_POLL_MILLISECONDS);
    const atReceiver = seconds();
    const callbacks = await delivered(fixture, account);
    await hooks?.after();
    return { credited: inBooks, delivered: atReceiver, callbacks };
  } finally {
    await service.stop();
  }
}

export async function measureWorkers(
  fixture: Fixture,
  load: Load,
  hooks?: MeasureHooks,
): Promise<{ total: number; sql: number }> {
  const { app, workers } = fixture.assembled;
  const account = await newAccount(fixture, load);
  const outputs = await prepare(fixture, account, load.count);
  await payAll(fixture, outputs);
  await makeAllDue(app);
  await hooks?.before();
  const before = fixture.sqlSeconds();
  const startedAt = performance.now();
  await runDueWork(
    app,
    workers.filter((worker) => worker.name !== CALLBACKS_WORKER),
  );
  const total = (performance.now() - startedAt) / 1000;
  const sql = fixture.sqlSeconds() - before;
  await hooks?.after();
  if ((await credited(fixture, account)) < load.count) throw new Error('not all were credited');
  return { total, sql };
}

/**
 * The posted and announced payments: status, ledger and callbacks are stored and counted in one transaction. Repeatedly
 * counting the rows themselves would be part of the measured work.
 */
async function credited(fixture: Fixture, { project }: Account): Promise<number> {
  const [row] = await fixture.assembled.app.db.query<{ n: number }>(
    `select coalesce(sum(n), 0)::int as n from transaction_counts
     where project_id = $1 and bucket = '-infinity' and status = 'completed'`,
    [project.id],
  );
  return row?.n ?? 0;
}

async function isCalling(fixture: Fixture, { project }: Account): Promise<boolean> {
  const rows = await fixture.assembled.app.db.query(
    `select 1 from deliveries where project_id = $1 and status = 'pending' limit 1`,
    [project.id],
  );
  return rows.length > 0;
}

async function delivered(fixture: Fixture, { project }: Account): Promise<number> {
  const [row] = await fixture.assembled.app.db.query<{ n: number }>(
    `select count(*) as n from deliveries where project_id = $1 and status = 'delivered'`,
    [project.id],
  );
  return row?.n ?? 0;
}
