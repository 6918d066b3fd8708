// The database goes back in time under running processes: a standby that lost its tail takes over, or a backup is
// restored in place. The simulated networks have a database of their own, as real ones do.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { type Assembled, assemble } from '../../src/assemble.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, testClock, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { amountOf } from '../../src/core/money.ts';
import { seededRandom } from '../../src/core/random.ts';
import { openDatabase } from '../../src/db/database.ts';
import { lastStepBack } from '../../src/db/high-water-mark.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { reserveDue } from '../../src/payouts/plan/reserve.ts';
import { findQuarantine, listQuarantines } from '../../src/payouts/quarantine.ts';
import { advanceDue } from '../../src/payouts/send/advance.ts';
import { createProject } from '../../src/projects/create.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import {
  createTestDatabase,
  type InPlace,
  inPlace,
  type TestDatabase,
} from '../support/database.ts';
import { insertCommitted } from './committed.ts';

const COINS = ['BTC', 'ETH', 'XRP'];
const log = createLog('silent');
const clock = testClock(Math.floor(wallNow() / 1000) * 1000);

let folder: string;
let networks: TestDatabase;
let own: TestDatabase;
let copies: InPlace;
let instances: Assembled[];
let starts = 0;

/** Another process on the database. */
async function start(): Promise<Assembled> {
  starts += 1;
  const config = readConfig({
    CHAINTILL_DATA_DIR: folder,
    CHAINTILL_ADDRESS_POOL: '20',
    LOG_LEVEL: 'silent',
  });
  const db = openDatabase(own.connection, log);
  const random = seededRandom(`back ${starts}`);
  const instance = await assemble(
    { config, clock, log, db, random },
    { seed: 'world', minesByItself: false, deliveryFault: null, outside: networks.db },
  );
  instances.push(instance);
  return instance;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-back-'));
  networks = await createTestDatabase();
  own = await createTestDatabase();
  copies = inPlace(own);
  instances = [];
});
afterEach(async () => {
  for (const instance of instances) {
    await instance.close();
    await instance.app.db.close();
  }
  await copies.drop();
  await own.drop();
  await networks.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function settle({ app, workers }: Assembled): Promise<void> {
  await makeAllDue(app);
  await runDueWork(app, workers);
}

/** Whatever was on its way to a node when a connection broke has arrived. */
function waitForArrival({ app }: Assembled): void {
  app.comparison.doubtedAt = app.comparison.doubtedAt === null ? null : wallNow() - MINUTE;
}

async function mined(instance: Assembled, coin: string, count = 1): Promise<void> {
  await mine(defined(instance.simulations?.get(coin), 'a network'), { count });
  clock.advance(MINUTE);
  for (const each of instances) await settle(each);
}

async function fund(instance: Assembled, code: string): Promise<void> {
  const { coin, network } = defined(instance.coinWallets.get(code), 'a treasury');
  const { address, tag } = await topUpAddress(instance.app, { coin: code, model: network.model });
  const payment = { outputs: [{ address, tag, amount: amountOf('2', coin) }] };
  await payMany(defined(instance.simulations?.get(code), 'a network'), [payment, payment, payment]);
  await mined(instance, code, 40);
}

let strangers = 0;
async function withdraw(instance: Assembled, projectId: string, coin: string) {
  strangers += 1;
  const address = foreignAddress(
    defined(instance.app.coins.get(coin), 'a coin'),
    'back',
    strangers,
  );
  const id = await insertCommitted(instance.app, projectId, { coin, amount: '0.3', address });
  return { id, address };
}

async function paidTo(coin: string, address: string): Promise<number> {
  const rows = await networks.db.query<{ n: number }>(
    `select count(*)::int as n from simulation.outputs o
     join simulation.transactions t using (coin, txid)
     where o.coin = $1 and o.address = $2
       and (t.mempool_number is not null or t.block_hash is not null)`,
    [coin, address],
  );
  return defined(rows[0], 'a count').n;
}

const statusOf = async ({ db }: App, id: string) =>
  (await db.query<{ status: string }>('select status from coin_withdrawals where id = $1', [id]))[0]
    ?.status;

test('a process detects a database older than what it remembers and quarantines all coins', async () => {
  const instance = await start();
  await settle(instance);
  await copies.take();
  await settle(instance);
  expect(await lastStepBack(instance.app.db)).toBe(0);
  await copies.restore();
  await settle(instance);
  const coins = (await listQuarantines(instance.app.db)).map((each) => each.coin);
  expect(coins).toEqual([...instance.app.transferNetworks.keys()].sort());
  expect(await lastStepBack(instance.app.db)).toBe(1);
  const alerts = await listAlerts(instance.app.db, { withResolved: false });
  expect(alerts.map(({ kind }) => kind)).toContain('database_rolled_back');
  expect(await findQuarantine(instance.app.db, 'BTC')).toMatchObject({
    reason: null,
    cause: { code: 'writes_missing' },
  });
  // Reported once.
  await settle(instance);
  expect(await lastStepBack(instance.app.db)).toBe(1);
});

test('a broken connection alone is no rollback, and the chains are compared again before anything is sent', async () => {
  const instance = await start();
  const { id: projectId } = await createProject(instance.app, 'Payer');
  await fund(instance, 'BTC');
  expect(instance.app.sendableCoins.has('BTC')).toBe(true);
  await copies.cutConnections();
  const { id } = await withdraw(instance, projectId, 'BTC');
  expect(instance.app.watchedCoins.size + instance.app.sendableCoins.size).toBe(0);
  await settle(instance);
  // Waits for what may be on its way to a node.
  expect(await statusOf(instance.app, id)).toBe('pending');
  waitForArrival(instance);
  await settle(instance);
  expect(await statusOf(instance.app, id)).toBe('sent');
  expect(await listQuarantines(instance.app.db)).toEqual([]);
  expect(await lastStepBack(instance.app.db)).toBe(0);
});

test.each(COINS)(
  'a run that had started to send %s sends nothing after a broken connection',
  async (coin) => {
    const instance = await start();
    const { id: projectId } = await createProject(instance.app, 'Payer');
    await fund(instance, coin);
    const { id, address } = await withdraw(instance, projectId, coin);
    const coinWallet = defined(instance.coinWallets.get(coin), 'a treasury');
    expect(await reserveDue(instance.app, coinWallet)).toBe(1);
    await copies.cutConnections();
    await advanceDue(instance.app, coinWallet);
    expect([await paidTo(coin, address), await statusOf(instance.app, id)]).toEqual([
      0,
      'processing',
    ]);
    clock.advance(MINUTE);
    waitForArrival(instance);
    await settle(instance);
    expect([await paidTo(coin, address), await statusOf(instance.app, id)]).toEqual([1, 'sent']);
  },
);

test.each(COINS)(
  '%s paid during the lost tail is not paid again by a running process',
  async (coin) => {
    const first = await start();
    const { id: projectId } = await createProject(first.app, 'Payer');
    await fund(first, coin);
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await withdraw(first, projectId, coin));
    // The other process ran all the time, and had compared everything before. It paid nothing.
    const second = await start();
    await settle(second);
    for (const { id } of made) expect(await statusOf(second.app, id)).toBe('sent');
    await mined(second, coin);
    const { mark } = second.app.highWaterMark;
    const last = await withdraw(first, projectId, coin);
    await copies.take();
    waitForArrival(first);
    await settle(first);
    expect(await statusOf(first.app, last.id)).toBe('sent');
    await first.close();
    await first.app.db.close();
    instances = [second];
    await copies.restore();
    // It has lost nothing of its own.
    second.app.highWaterMark.mark = mark;
    for (let round = 0; round < 3; round++) {
      waitForArrival(second);
      await settle(second);
      await mined(second, coin);
    }
    expect(await paidTo(coin, last.address)).toBe(1);
    expect(await findQuarantine(second.app.db, coin)).not.toBeNull();
  },
);
