// How often a coin is looked at: rarely while it has nothing to send, every second otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { SECOND } from '../../src/core/clock.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { runDueWork, type Worker } from '../../src/workers/worker.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let fixture: CoinWalletWorld;
let sender: Worker;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
  await fixture.fund('LTC', ['5']);
  await fixture.settle();
  sender = senderWorker(fixture.coinWallet('LTC'));
});
afterAll(() => fixture.close());

const work = () => runDueWork(fixture.world.app, [sender]);
const rest = () => sender.restFor?.(fixture.world.app) ?? null;
const payee = (n: number) => foreignAddress(fixture.coinWallet('LTC').coin, 'rest', n);

test('a payout is followed every second until it is final', async () => {
  expect(rest()).toBeNull();
  await work();
  expect(rest()).toBe(15 * SECOND);
  const id = await fixture.withdraw({ coin: 'LTC', amount: '0.5', address: payee(1) });
  await work();
  expect(rest()).toBeNull();
  await fixture.mine('LTC');
  await work();
  expect(rest()).toBeNull();
  await fixture.mine('LTC', 40);
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  await work();
  expect(rest()).toBe(15 * SECOND);
});

test('a coin in quarantine is looked at every second', async () => {
  const { app } = fixture.world;
  await app.db.transaction((tx) =>
    beginQuarantine(tx, { coin: 'LTC', reason: 'compared by hand' }),
  );
  await work();
  expect(rest()).toBeNull();
  await app.db.query(`delete from quarantines where coin = 'LTC'`);
  await work();
  expect(rest()).toBe(15 * SECOND);
});

test('a payout that waits for money is looked at every second', async () => {
  await fixture.withdraw({ coin: 'LTC', amount: '50', address: payee(2) });
  await work();
  expect(rest()).toBeNull();
});
