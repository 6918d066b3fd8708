// How often a chain is read: every second while a payment waits; otherwise when the node reports something new.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainUnavailable, watchTaskName } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../src/chains/simulated/pay.ts';
import { encodeTransfer } from '../../src/chains/simulated/raw-transfer.ts';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { submit } from '../../src/chains/simulated/submit.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND } from '../../src/core/clock.ts';
import { watchWorker } from '../../src/deposits/watch.ts';
import { listQuarantines } from '../../src/payouts/quarantine.ts';
import { makeDue } from '../../src/workers/schedule.ts';
import type { Worker } from '../../src/workers/worker.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let worker: Worker;
let isDown = false;
beforeAll(async () => {
  world = await createWorld();
  await world.settle();
  const { isAnnounced: _, ...chain } = simulatedChain(world.simulation('LTC'));
  const tip = () => (isDown ? Promise.reject(new ChainUnavailable('down')) : chain.tip());
  worker = watchWorker(coinOf('LTC'), { ...chain, tip });
});
afterAll(() => world.close());

async function run(): Promise<void> {
  await makeDue(world.app, watchTaskName('LTC'));
  while ((await worker.run(world.app)) > 0);
}
const rest = () => defined(worker.restFor?.(world.app) ?? undefined, 'the next run is known');
const hasChanged = () => worker.peek?.hasChanged(world.app, false);

async function isDue(): Promise<boolean> {
  const rows = await world.app.db.query(
    'select 1 from schedules where name = $1 and due_at <= now()',
    [watchTaskName('LTC')],
  );
  return rows.length > 0;
}

test('a chain without new blocks and waiting payments rests', async () => {
  await run();
  expect(rest()).toBeGreaterThan(3 * SECOND);
  expect(await hasChanged()).toBe(false);
  expect(await isDue()).toBe(false);
});

test('a new block makes the watcher due', async () => {
  await mine(world.simulation('LTC'));
  expect(await hasChanged()).toBe(true);
  expect(await isDue()).toBe(true);
  await run();
  expect(await hasChanged()).toBe(false);
});

test('a new transaction of others is read without a run', async () => {
  await run();
  const outputs = [{ address: foreignAddress(coinOf('LTC'), 'quiet', 1), amount: 100_000n }];
  await pay(world.simulation('LTC'), { outputs });
  expect(await hasChanged()).toBe(false);
  expect(await isDue()).toBe(false);
  expect(rest()).toBeGreaterThan(3 * SECOND);
});

test('a new transaction to an address of ours makes the watcher due, once', async () => {
  const merchant = await world.merchant();
  const channel = await merchant.api.channels.create({
    name: 'Quiet',
    pay_currency: 'LTC',
    receiver_currency: 'LTC',
  });
  await run();
  const outputs = [{ address: channel.address, amount: 100_000n }];
  await pay(world.simulation('LTC'), { outputs });
  expect(await hasChanged()).toBe(true);
  expect(await isDue()).toBe(true);
  await run();
  expect(await outputOf(channel.address)).toBeDefined();
  await mine(world.simulation('LTC'), { count: 100 });
  await world.settle();
  await run();
  expect(await hasChanged()).toBe(false);
  paidTo = channel.address;
});

let paidTo = '';

async function outputOf(address: string): Promise<{ txid: string; index: number } | undefined> {
  const [output] = await world.app.db.query<{ txid: string; index: number }>(
    'select txid, output_index as index from deposits where address = $1',
    [address],
  );
  return output;
}

test('a node that does not answer makes the watcher due, which reports it', async () => {
  await run();
  isDown = true;
  expect(await hasChanged()).toBe(true);
  isDown = false;
  await run();
  expect(await hasChanged()).toBe(false);
});

test('a process that has not read the chain to its tip runs the watcher', async () => {
  await run();
  world.app.watchedCoins.delete('LTC');
  expect(await hasChanged()).toBe(true);
  await run();
  expect(await hasChanged()).toBe(false);
});

test('a payment that waits for confirmations is followed every second', async () => {
  const merchant = await world.merchant();
  const invoice = await merchant.api.invoices.create({
    pay_currency: 'LTC',
    price_currency: 'LTC',
    price_amount: '1',
  });
  await world.pay({ invoice_id: invoice.id, amount: '1' });
  await run();
  expect(rest()).toBeLessThan(2 * SECOND);
  await mine(world.simulation('LTC'), { count: 100 });
  await world.settle();
  await run();
  expect(rest()).toBeGreaterThan(3 * SECOND);
});

test('a transaction that another party signed with our keys makes the watcher due', async () => {
  const inputs = [defined(await outputOf(paidTo), 'the channel was paid')];
  const address = foreignAddress(coinOf('LTC'), 'quiet', 2);
  const outputs = [{ address, tag: null, amount: 90_000n }];
  const raw = encodeTransfer({ coin: 'LTC', origin: { inputs }, outputs, fee: 10_000n });
  expect(await submit(world.simulation('LTC'), raw)).toMatchObject({ kind: 'accepted' });
  expect(await hasChanged()).toBe(true);
  await run();
  expect(await listQuarantines(world.app.db)).toMatchObject([{ coin: 'LTC' }]);
  expect(await hasChanged()).toBe(false);
});
