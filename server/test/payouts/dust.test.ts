// A withdrawal below dust that an earlier version accepted without a check: it reserves no coins, delays no withdrawal
// that would share its transaction, says why it waits, and can be canceled like any other that was not signed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { walletFindings } from './wallet-findings.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({
    CHAINTILL_BATCH_MAX_PAYMENTS: '3',
    CHAINTILL_BATCH_WINDOW_SECONDS: '0',
  });
});
afterAll(() => fixture.close());

test.each([
  ['BTC', '0.00000293'],
  ['LTC', '0.00002939'],
  ['BCH', '0.00000545'],
])('%s: %s is not planned, and the others of its batch are paid', async (coin, amount) => {
  await fixture.fund(coin, ['1']);
  const to = (n: number) => foreignAddress(fixture.coinWallet(coin).coin, 'dust', n);
  const small = await fixture.withdraw({ coin, amount, address: to(1) });
  const others = [
    await fixture.withdraw({ coin, amount: '0.01', address: to(2) }),
    await fixture.withdraw({ coin, amount: '0.02', address: to(3) }),
  ];
  await fixture.settle();
  await fixture.mine(coin);
  for (const id of others)
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  const waits = {
    status: 'pending',
    wait_reason: 'not_payable',
    refusal: 'below_dust',
    transfer_id: null,
  };
  expect(await fixture.withdrawal(small)).toMatchObject(waits);
  const { app } = fixture.world;
  const requested = { projectId: fixture.projectId, id: small, reason: 'too small' };
  await cancelWithdrawal(app, fixture.coinWallet(coin), requested);
  expect(await fixture.withdrawal(small)).toMatchObject({ status: 'cancelled' });
  expect(await walletFindings(fixture, coin)).toEqual([]);
});
