// Alerts about network fees and wallets: the instance pays more than its limit, a transfer with an exhausted budget
// delays others, or a wallet holds less than its low-water mark.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { perform } from '../../src/operator/perform.ts';
import { alertFeeLosses, alertLowWallets } from '../../src/payouts/wallet/watch-solvency.ts';
import { otherApp } from '../support/other-app.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld({ CHAINTILL_NETWORK_FEE_OVERSPEND_LIMIT: 'ETH:0.0005' });
});
afterAll(() => fixture?.close());

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

let strangers = 80_000;
async function withdraw(requested: { amount: string; networkFee?: string }): Promise<string> {
  strangers += 1;
  const address = foreignAddress(fixture.coinWallet('ETH').coin, 'fees', strangers);
  return fixture.withdraw({ coin: 'ETH', address, ...requested });
}

async function openAlerts(kind: string): Promise<readonly object[]> {
  const rows = await fixture.world.app.db.query<{ facts: object }>(
    'select facts from alerts where kind = $1 and resolved_at is null',
    [kind],
  );
  return rows.map(({ facts }) => facts);
}

test("networks that charge more than merchants paid raise an alert above the operator's limit, until it is raised", async () => {
  const { app } = fixture.world;
  const merchant = await fixture.world.merchant();
  for (const name of ['one', 'two', 'three']) {
    const channel = await merchant.api.channels.create({
      name,
      pay_currency: 'ETH',
      receiver_currency: 'ETH',
    });
    await fixture.world.pay({ channel_id: channel.id, amount: '0.4' });
  }
  await fixture.mine('ETH', 33);
  expect(await openAlerts('network_fee_overspend')).toEqual([]);
  const id = await withdraw({ amount: '1.1' });
  for (let round = 0; round < 3; round++) {
    await fixture.mine('ETH');
    await fixture.advance(MINUTE);
  }
  await fixture.advance(10 * MINUTE);
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  // Three sweeps, minus the rest of the withdrawal's own fee.
  const [alert] = await openAlerts('network_fee_overspend');
  expect(alert).toMatchObject({ subject: 'ETH', lost: expect.stringMatching(/^0\.00\d+ ETH$/) });
  const config = { ...app.config, networkFeeLoss: new Map() };
  await alertFeeLosses(otherApp(app, { config }));
  expect(await openAlerts('network_fee_overspend')).toEqual([]);
});

test('an unconfirmed transaction with an exhausted budget raises an alert while others wait for its nonce', async () => {
  const simulation = fixture.world.simulation('ETH');
  await fixture.fund('ETH', ['5']);
  const first = await withdraw({ amount: '0.01', networkFee: '0.00015' });
  await fixture.settle();
  const { txid } = await fixture.withdrawal(first);
  await stick(simulation, defined(txid, 'it was sent'));
  await mine(simulation, { count: 25 });
  await fixture.settle();
  expect(await fixture.withdrawal(first)).toMatchObject({ txid });
  // It delays no other yet.
  expect(await openAlerts('nonce_gap')).toEqual([]);
  const second = await withdraw({ amount: '0.01' });
  await fixture.settle();
  await fixture.settle();
  expect(await openAlerts('nonce_gap')).toMatchObject([{ coin: 'ETH', txid, waiting: 1 }]);
  await release(simulation, defined(txid, 'it was sent'));
  await fixture.mine('ETH');
  await fixture.settle();
  expect(await openAlerts('nonce_gap')).toEqual([]);
  for (const id of [first, second])
    expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
});

test('a wallet below its low-water mark raises one alert, which ends with enough coins or without a mark', async () => {
  const { app, assembled } = fixture.world;
  const config = { ...app.config, lowWaterMarks: new Map([['ETH', '50']]) };
  const marked = otherApp(app, { config });
  const listed = async () => {
    const { coinWallets, nodes } = assembled;
    const wallets = await perform({ ...marked, coinWallets, nodes }, 'wallet.list', {
      actor: ACTOR,
      values: {},
    });
    return wallets.find(({ coin }) => coin === 'ETH');
  };
  await alertLowWallets(app);
  expect(await openAlerts('hot_wallet_below_mark')).toEqual([]);
  await alertLowWallets(marked);
  await alertLowWallets(marked);
  expect(await openAlerts('hot_wallet_below_mark')).toEqual([
    { subject: 'ETH', balance: expect.stringMatching(/^\d+\.\d+ ETH$/), mark: '50.0 ETH' },
  ]);
  expect(await listed()).toMatchObject({ low_water_mark: '50.0', is_below_mark: true });
  await fixture.fund('ETH', ['60']);
  await alertLowWallets(marked);
  expect(await openAlerts('hot_wallet_below_mark')).toEqual([]);
  expect(await listed()).toMatchObject({ low_water_mark: '50.0', is_below_mark: false });
});
