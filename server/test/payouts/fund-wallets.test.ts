// The sandbox's wallets are funded: a developer can withdraw the demo project's balances.
import { expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { fundWallets } from '../../src/sandbox/demo-project.ts';
import { openCoinWalletWorld } from './coin-wallet-world.ts';

/** The demo project's starting balances (sandbox/demo-project.ts). */
const balances = [
  ['BTC', '1'],
  ['LTC', '50'],
  ['BCH', '10'],
  ['ETH', '20'],
  ['XRP', '10000'],
] as const;

test('the full balance of the demo project can be withdrawn in every coin', async () => {
  const fixture = await openCoinWalletWorld();
  const { app, assembled } = fixture.world;
  const simulations = defined(assembled.simulations, 'a sandbox');
  await fundWallets(app, simulations);
  // A second start does not fund again.
  await fundWallets(app, simulations);
  const funded = await app.db.query<{ coin: string; n: number }>(
    `select coin, count(*)::int as n from simulation.outputs group by coin order by coin`,
  );
  expect(funded.map((row) => row.n)).toEqual([20, 20, 1, 20, 1]);
  for (const [coin] of balances) await fixture.mine(coin, 40);
  const ids = [];
  for (const [coin, amount] of balances) {
    const address = foreignAddress(fixture.coinWallet(coin).coin, 'demo', 1);
    ids.push(await fixture.withdraw({ coin, amount, address }));
  }
  await fixture.settle();
  for (const [coin] of balances) await fixture.mine(coin);
  for (const id of ids) expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  await fixture.close();
});
