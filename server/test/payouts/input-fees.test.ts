// Small payments make payouts expensive, as each is one more input. The network fee in quotes follows the inputs that
// recent payouts needed, and `doctor` shows the operator the cost of small payments.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { minimumDeposit } from '../../src/deposits/minimum.ts';
import { checkInputs } from '../../src/operator/doctor/check-coin-wallet.ts';
import { reportFinding } from '../../src/operator/doctor/finding.ts';
import { inputsNeeded } from '../../src/withdrawals/refresh-fees.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_CONSOLIDATION_MAX_FEE: 'LTC:0.00000001' });
  merchant = await world.merchant();
  await credit(world, merchant, { BTC: '9', LTC: '900', BCH: '90', ETH: '9' });
});
afterAll(() => world.close());

async function quoted(coin: string): Promise<{ slow: string; average: string; fast: string }> {
  await world.advance(MINUTE);
  const data = await merchant.api.coinWithdrawals.networkFees({ all_networks: true });
  const of = (level: string) =>
    defined(data.find((fee) => fee.currency === coin && fee.level === level)?.fee, level);
  return { slow: of('slow'), average: of('average'), fast: of('fast') };
}

let strangers = 0;
async function payOut(coin: string, amount: string) {
  strangers += 1;
  const made = await merchant.api.coinWithdrawals.create({
    address: foreignAddress(defined(world.app.coins.get(coin), coin), 'inputs', strangers),
    charged_currency: coin,
    received_currency: coin,
    received_amount: amount,
    force_commit: true,
  });
  await world.settle();
  await world.mine(coin);
  return { made, ...(await spentFor(made.id)) };
}

async function spentFor(id: string): Promise<{ inputs: number; fee: bigint }> {
  const rows = await world.app.db.query<{ inputs: number; fee: bigint }>(
    `select jsonb_array_length(t.plan #> '{origin,inputs}') as inputs, t.network_fee as fee
     from payouts p join transfers t on t.id = p.transfer_id where p.withdrawal_id = $1`,
    [id],
  );
  return defined(rows[0], 'its transfer');
}

test.each([
  ['BTC', '0.01', '0.115', '0.05'],
  ['LTC', '1', '11.5', '5'],
  ['BCH', '0.1', '1.15', '0.5'],
])('the %s quote follows the inputs that payouts need', async (coin, piece, most, one) => {
  const { app } = world;
  const network = defined(app.transferNetworks.get(coin), coin);
  const ordinary = await quoted(coin);
  const least = minimumDeposit(app, defined(app.coins.get(coin), coin), {});
  await fillWallet(world, coin, Array(12).fill(piece));
  const expensive = await payOut(coin, most);
  expect(expensive.inputs).toBe(12);
  expect(expensive.made.network_fee).toBe(ordinary.average);
  expect(expensive.fee).toBeGreaterThan(5n * units(ordinary.average));
  // Ten are charged at most.
  const after = await quoted(coin);
  for (const level of ['slow', 'average', 'fast'] as const) {
    const quote = units(ordinary[level]);
    const fee = (inputs: number) => network.feeFor(quote, { inputs, outputs: [] });
    expect(units(after[level])).toBe(quote + 9n * (fee(2) - fee(1)));
  }
  // The minimum payment does not depend on it.
  expect(minimumDeposit(app, defined(app.coins.get(coin), coin), {})).toBe(least);
  await fillWallet(world, coin, [one, one, one]);
  for (let n = 0; n < 2; n++) expect((await payOut(coin, piece)).inputs).toBe(1);
  // 14 inputs for three payouts.
  expect(await inputsNeeded(app.db, coin)).toEqual({ inputs: 14n, payouts: 3n });
  const quote = units(ordinary.average);
  const more =
    network.feeFor(quote, { inputs: 2, outputs: [] }) -
    network.feeFor(quote, { inputs: 1, outputs: [] });
  expect(units((await quoted(coin)).average)).toBe(quote + (more * 11n + 2n) / 3n);
});

/** For BTC, LTC and BCH, which have the same scale. */
const units = (text: string) => amountOf(text, defined(world.app.coins.get('BTC'), 'BTC'));

test('ETH payouts have one price', async () => {
  const before = await quoted('ETH');
  await fillWallet(world, 'ETH', ['3']);
  await payOutEther();
  expect(await quoted('ETH')).toEqual(before);
});

async function payOutEther(): Promise<void> {
  await merchant.api.coinWithdrawals.create({
    address: foreignAddress(defined(world.app.coins.get('ETH'), 'ETH'), 'inputs', 99),
    charged_currency: 'ETH',
    received_currency: 'ETH',
    received_amount: '1',
    force_commit: true,
  });
  await world.settle();
}

test('doctor shows the cost of small payments and recommends consolidation if no price is set', async () => {
  const find = async (coin: string) =>
    defined(
      (await checkInputs({ ...world.app, coinWallets: world.assembled.coinWallets })).find(
        ({ about }) => about === coin,
      ),
      coin,
    );
  for (const coin of ['BTC', 'LTC']) {
    expect(await find(coin)).toMatchObject({ ok: true, isAdvised: false });
    // An amount counts as small below ten times the cost of an input.
    await fillWallet(world, coin, Array(100).fill(coin === 'BTC' ? '0.000015' : '0.00003'));
    expect((await find(coin)).detail).toMatchObject({ code: 'small', dear: 100 });
  }
  expect((await find('BTC')).isAdvised).toBe(true);
  expect(reportFinding(await find('BTC')).hint).toMatch(/CHAINTILL_CONSOLIDATION_MAX_FEE/);
  expect(reportFinding(await find('LTC')).hint).toBeNull();
});
