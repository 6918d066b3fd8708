// Coinbase rewards, and payments from Litecoin's extension block, are credited and spent only when the network lets
// them be spent; until then they are shown as pending with the required confirmations.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine, type Reward } from '../../src/chains/simulated/mine.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'BCH'] });
});
afterAll(() => world.close());

async function mineTo(coin: string, reward: Reward): Promise<void> {
  await mine(world.simulation(coin), { rewards: [reward] });
  await world.settle();
}

async function depositAt(coin: string, address: string) {
  const rows = await world.app.db.query<{
    status: string;
    is_in_wallet: boolean;
    required: number;
  }>(
    `select status, is_in_wallet, confirmations_required required from deposits
     where coin = $1 and address = $2`,
    [coin, address],
  );
  return defined(rows[0], 'the deposit');
}

test.each([
  ['BTC', 'coinbase', 100],
  ['BCH', 'coinbase', 100],
  ['LTC', 'coinbase', 100],
  ['LTC', 'hogex', 6],
] as const)('%s, created by the %s: after %i confirmations', async (coin, madeBy, maturity) => {
  const merchant = await world.merchant();
  const made = await merchant.api.channels.create({
    pay_currency: coin,
    receiver_currency: coin,
    custom_id: `${coin}-${madeBy}`,
    name: 'mined',
  });
  const { address } = made;
  await mineTo(coin, { madeBy, address, amount: 1_000_000n });
  expect(await depositAt(coin, address)).toEqual({
    status: 'pending',
    is_in_wallet: false,
    required: maturity,
  });
  await world.mine(coin, maturity - 2);
  await world.settle();
  const payments = await merchant.api.channelPayments.list(made.id);
  expect(payments.data).toMatchObject([{ status: 'pending' }]);
  expect(await depositAt(coin, address)).toMatchObject({ status: 'pending', is_in_wallet: false });
  await world.mine(coin, 1);
  await world.settle();
  expect((await merchant.api.channelPayments.list(made.id)).data).toMatchObject([
    { status: 'completed' },
  ]);
  expect(await depositAt(coin, address)).toMatchObject({ status: 'confirmed', is_in_wallet: true });
});

test('a reward in a reorganized block is gone', async () => {
  const merchant = await world.merchant();
  const channel = await merchant.api.channels.create({
    pay_currency: 'BTC',
    receiver_currency: 'BTC',
    custom_id: 'gone',
    name: 'gone',
  });
  await mineTo('BTC', { madeBy: 'coinbase', address: channel.address, amount: 1_000_000n });
  await reorganise(world.simulation('BTC'), { depth: 1 });
  await world.settle();
  await world.mine('BTC', 100);
  await world.settle();
  expect(await depositAt('BTC', channel.address)).toMatchObject({
    status: 'dropped',
    is_in_wallet: false,
  });
});
