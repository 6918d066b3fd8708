// Guarantees of the sandbox's triggers in the guide: they produce what an integrator must handle and can't otherwise
// cause.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HIGH_RISK_PAYEES } from '../../src/risk/providers/sandbox.ts';
import { loadRatesDown, setRatesDown } from '../../src/sandbox/faults.ts';
import { operatorReader } from '../operator/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_TOKENS: 'USDT,USDC' });
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
});
afterAll(() => world.close());

const guide = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');

const withdraw = (coin: string, address: string) =>
  merchant.api.coinWithdrawals.create({
    address,
    charged_currency: 'EUR',
    received_currency: coin,
    charged_amount: '50',
    force_commit: true,
  });

test('each coin has a high-risk recipient that is never paid', async () => {
  for (const coin of world.app.coins.values()) {
    const address = HIGH_RISK_PAYEES[coin.feeCoin] ?? '';
    expect(guide).toContain(address);
    const refused = withdraw(coin.code, coin.destinationTag === null ? address : `${address}?dt=0`);
    await expect(refused, coin.code).rejects.toMatchObject({
      status: 422,
      code: 'high_risk_address',
    });
  }
});

test('an XRP recipient exists whose payments fail in their ledger', async () => {
  const address = 'rNytzLGU713qYhDYvie55WPKthMLovjirW';
  expect(guide).toContain(address);
  await fillWallet(world, 'XRP', ['100', '100']);
  const { id } = await withdraw('XRP', `${address}?dt=0`);
  await world.settle();
  await world.mine('XRP', 2);
  await world.settle();
  const failed = await world.app.db.query(
    "select status, wait_detail ->> 'message' as said from payouts where withdrawal_id = $1",
    [id],
  );
  expect(failed).toMatchObject([
    { status: 'failed', said: expect.stringContaining('tecNO_PERMISSION') },
  ]);
  const why = { waits_for: null, ended_because: expect.stringContaining('tecNO_PERMISSION') };
  const read = operatorReader(world);
  expect(await read('withdrawals.show', { withdrawal_id: id })).toMatchObject(why);
  const { rows } = await read('withdrawals.list', { status: 'failed' });
  expect(rows).toMatchObject([{ id, ...why }]);
});

test('rates can be disabled for every process and across a restart, and enabled again', async () => {
  expect(guide).toContain('`rates_down`');
  const invoice = () =>
    merchant.api.invoices.create({ price_amount: '1', price_currency: 'EUR', pay_currency: 'BTC' });
  await invoice();
  await setRatesDown(world.app, true);
  await expect(invoice()).rejects.toMatchObject({ status: 503, code: 'rates_unavailable' });
  const other = otherApp(world.app, { rates: { snapshot: null } });
  await loadRatesDown(other);
  expect(other.rates).toMatchObject({ isDown: true });
  await setRatesDown(world.app, false);
  await loadRatesDown(other);
  expect(other.rates).toMatchObject({ isDown: false });
  await invoice();
});
