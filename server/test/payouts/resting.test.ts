// When a coin is looked at: every second while there may be something to send, and rarely otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { findDueWork } from '../../src/workers/due-work.ts';
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
const payee = (n: number) => foreignAddress(fixture.coinWallet('LTC').coin, 'rest', n);

async function isDue(): Promise<boolean> {
  const { app } = fixture.world;
  return (await findDueWork(app, [sender])?.())?.includes(sender.name) ?? false;
}

test('a payout is followed every second until it is final', async () => {
  await work();
  expect(await isDue()).toBe(false);
  const id = await fixture.withdraw({ coin: 'LTC', amount: '0.5', address: payee(1) });
  expect(await isDue()).toBe(true);
  await work();
  expect(await isDue()).toBe(true);
  await fixture.mine('LTC');
  await work();
  expect(await isDue()).toBe(true);
  await fixture.mine('LTC', 40);
  await fixture.settle();
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  await work();
  expect(await isDue()).toBe(false);
});

test('a coin in quarantine is looked at every second', async () => {
  const { app } = fixture.world;
  await app.db.transaction((tx) =>
    beginQuarantine(tx, { coin: 'LTC', reason: 'compared by hand' }),
  );
  await work();
  expect(await isDue()).toBe(true);
  await app.db.query(`delete from quarantines where coin = 'LTC'`);
  await work();
  expect(await isDue()).toBe(false);
});

test('a payout that waits for money is looked at every second', async () => {
  await fixture.withdraw({ coin: 'LTC', amount: '50', address: payee(2) });
  await work();
  expect(await isDue()).toBe(true);
});

test('a coin that this process has not compared with its chain is looked at every second', async () => {
  const { app } = fixture.world;
  await work();
  expect(await sender.peek?.hasChanged(app, false)).toBe(false);
  app.sendableCoins.delete('LTC');
  expect(await sender.peek?.hasChanged(app, false)).toBe(true);
});
