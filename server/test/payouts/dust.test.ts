// A withdrawal below dust that is in the database already, from a version that did not check: it takes no coins, holds
// up nobody that would share its transfer, says why it waits, and is cancelled like any other that was not signed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/foreign-address.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { openTreasuryWorld, type TreasuryWorld } from './treasury-world.ts';
import { walletFindings } from './wallet-findings.ts';

let ground: TreasuryWorld;
beforeAll(async () => {
  ground = await openTreasuryWorld({ CHAINTILL_BATCH_PAYMENTS: '3', CHAINTILL_BATCH_SECONDS: '0' });
});
afterAll(() => ground.close());

test.each([
  ['BTC', '0.00000293'],
  ['LTC', '0.00002939'],
  ['BCH', '0.00000545'],
])('%s: %s is not planned, and the others of its lot are paid', async (coin, amount) => {
  await ground.fund(coin, ['1']);
  const to = (n: number) => foreignAddress(ground.treasury(coin).coin, 'dust', n);
  const small = await ground.withdraw({ coin, amount, address: to(1) });
  const others = [
    await ground.withdraw({ coin, amount: '0.01', address: to(2) }),
    await ground.withdraw({ coin, amount: '0.02', address: to(3) }),
  ];
  await ground.settle();
  await ground.mine(coin);
  for (const id of others)
    expect(await ground.withdrawal(id)).toMatchObject({ status: 'completed' });
  const waits = {
    status: 'pending',
    wait_reason: 'not_payable',
    said: 'dust',
    transfer_id: null,
  };
  expect(await ground.withdrawal(small)).toMatchObject(waits);
  const { app } = ground.world;
  const wish = { projectId: ground.projectId, id: small, reason: 'too small' };
  await cancelWithdrawal(app, ground.treasury(coin), wish);
  expect(await ground.withdrawal(small)).toMatchObject({ status: 'cancelled' });
  expect(await walletFindings(ground, coin)).toEqual([]);
});
