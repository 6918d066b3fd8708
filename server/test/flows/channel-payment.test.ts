// Channel payments from the chain to the account: every status and context of wire.md (d) for incoming payments, and
// the arithmetic of (d2) for converted and same-currency channels.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChannelPayment } from '../../../client/src/types.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { release } from '../../src/chains/simulated/replace.ts';
import { DAY, SECOND } from '../../src/core/clock.ts';
import { changeSettings } from '../../src/projects/create.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, storyOf, text } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function fresh(receiver_currency = 'EUR', pay_currency = 'LTC') {
  merchant = await world.merchant();
  const terms = { name: 'Top-up', custom_id: 'c-1', customer_id: 'anna' };
  return merchant.api.channels.create({ ...terms, pay_currency, receiver_currency });
}

async function paymentsOf(channelId: string): Promise<ChannelPayment[]> {
  return (await merchant.api.channelPayments.list(channelId)).data;
}

test('a payment is pending when seen and completed at the rate of its confirmation', async () => {
  const channel = await fresh();
  const txid = await world.pay({ channel_id: channel.id, amount: '0.5' });
  const [seen] = await paymentsOf(channel.id);
  expect(seen).toMatchObject({
    txid,
    status: 'pending',
    status_context: null,
    risk: null,
    channel_id: channel.id,
    paid_amount: '0.5',
    received_amount: '0.0',
    fee: '0.0',
    custom_id: 'c-1',
    customer_id: 'anna',
    address: channel.address,
  });
  expect(seen).not.toHaveProperty('exchange');
  const { data: pending } = await merchant.api.transactions.list({});
  expect(pending).toMatchObject([{ status: 'pending', amount: '0.0', balance: '0.0', fee: '0.0' }]);

  await world.mine('LTC');
  const [done] = await paymentsOf(channel.id);
  // floor(0.5 × 77.805) = 38.9, minus ceil(1 %).
  expect(done).toMatchObject({
    id: seen?.id,
    status: 'completed',
    received_amount: '38.51',
    fee: '0.39',
    received_currency: 'EUR',
    exchange: { pair: 'LTCEUR', rate: '77.805' },
  });
  expect(done?.risk?.level).toMatch(/low|medium/);
  expect(await balanceOf(merchant, 'EUR')).toBe('38.51');
  expect(storyOf(merchant, seen?.id ?? '')).toEqual(['created pending', 'completed completed']);
  const { data: rows } = await merchant.api.transactions.list({ reference_type: 'ChannelPayment' });
  expect(rows).toMatchObject([{ status: 'completed', amount: '38.51', balance: '38.51' }]);
});

test('in the same currency paid is received plus fee, to the last unit', async () => {
  const channel = await fresh('LTC');
  await world.pay({ channel_id: channel.id, amount: '0.12345678' });
  await world.mine('LTC');
  const [done] = await paymentsOf(channel.id);
  expect(done).toMatchObject({ received_amount: '0.12222221', fee: '0.00123457' });
  expect(done).not.toHaveProperty('exchange');
  const fees = await booked(world, merchant, { kind: 'fees', currency: 'LTC' });
  const available = await booked(world, merchant, { kind: 'available', currency: 'LTC' });
  expect(fees + available).toBe(12_345_678n);
});

test('each transaction and each output to the channel is a payment of its own', async () => {
  const channel = await fresh('LTC');
  await world.pay({ channel_id: channel.id, amount: '0.1' });
  const outputs = [10n, 20n].map((lites) => ({
    address: channel.address,
    amount: lites * 10n ** 6n,
  }));
  await pay(world.simulation('LTC'), { outputs });
  await world.settle();
  await world.mine('LTC', 2);
  const payments = await paymentsOf(channel.id);
  expect(payments.map((payment) => payment.paid_amount).sort()).toEqual(['0.1', '0.1', '0.2']);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.396');
});

test('a high-risk payment is on hold as illicit, posted but not credited', async () => {
  const channel = await fresh();
  await world.pay({ channel_id: channel.id, risk_level: 'high' });
  await world.mine('LTC');
  const [held] = await paymentsOf(channel.id);
  expect(held).toMatchObject({
    status: 'on_hold',
    status_context: 'illicit_resource',
    received_amount: '0.0',
    risk: { level: 'high' },
  });
  expect(storyOf(merchant, held?.id ?? '')).toEqual([
    'created pending',
    'on_hold on_hold/illicit_resource',
  ]);
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(50_000_000n);
  const { data } = await merchant.api.transactions.list({ status: 'on_hold' });
  expect(data).toMatchObject([{ amount: '0.0', balance: '0.0', risk: { level: 'high' } }]);
});

test('payments to a disabled channel are on hold, and later ones are credited when it is enabled', async () => {
  const channel = await fresh();
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id });
  expect((await paymentsOf(channel.id))[0]?.status).toBe('pending');
  await world.mine('LTC');
  await merchant.api.channels.update(channel.id, { status: 'enabled' });
  await world.pay({ channel_id: channel.id });
  await world.mine('LTC');
  const [second, first] = await paymentsOf(channel.id);
  expect(first).toMatchObject({ status: 'on_hold', status_context: 'channel_disabled' });
  expect(second).toMatchObject({ status: 'completed', status_context: null });
});

test('a high risk outweighs a disabled channel', async () => {
  const channel = await fresh();
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.pay({ channel_id: channel.id, risk_level: 'high' });
  await world.mine('LTC');
  expect((await paymentsOf(channel.id))[0]?.status_context).toBe('illicit_resource');
});

test('unconfirmed for 14 days is cancelled; a later confirmation is an unmatched payment', async () => {
  const channel = await fresh();
  const txid = await world.pay({ channel_id: channel.id, stuck: true });
  await world.advance(14 * DAY - SECOND);
  expect((await paymentsOf(channel.id))[0]?.status).toBe('pending');
  await world.advance(SECOND);
  const [cancelled] = await paymentsOf(channel.id);
  expect(cancelled?.status).toBe('cancelled');
  expect(storyOf(merchant, cancelled?.id ?? '')).toEqual([
    'created pending',
    'cancelled cancelled',
  ]);
  await release(world.simulation('LTC'), txid);
  await world.mine('LTC');
  expect((await paymentsOf(channel.id))[0]?.status).toBe('cancelled');
  expect(await depositsOf(world, channel.id)).toMatchObject([
    { isUnmatched: true, isBooked: true, isCredited: false },
  ]);
  expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
});

test.each([
  ['BTC', 1],
  ['BCH', 1],
  ['ETH', 33],
  ['XRP', 1],
])('a channel in %s is paid into a GBP account', async (coin, confirmations) => {
  const channel = await fresh('GBP', coin);
  await world.pay({ channel_id: channel.id });
  await world.mine(coin, confirmations);
  const [done] = await paymentsOf(channel.id);
  expect(done).toMatchObject({ status: 'completed', received_currency: 'GBP' });
  expect(await balanceOf(merchant, 'GBP')).toBe(done?.received_amount);
});

test('a coin channel credited in another coin is converted once', async () => {
  const channel = await fresh('BTC', 'ETH');
  await world.pay({ channel_id: channel.id, amount: '1.000000000000000001' });
  await world.mine('ETH', 33);
  const [done] = await paymentsOf(channel.id);
  expect(done).toMatchObject({ status: 'completed', paid_amount: '1.000000000000000001' });
  expect(done?.exchange?.pair).toBe('ETHBTC');
  const wei = await booked(world, merchant, { kind: 'exchange', currency: 'ETH' });
  const satoshis = await booked(world, merchant, { kind: 'exchange', currency: 'BTC' });
  expect(text(wei, 18)).toBe('1.000000000000000001');
  // The credit and the fee came from the exchange account.
  const credit = await booked(world, merchant, { kind: 'available', currency: 'BTC' });
  const fee = await booked(world, merchant, { kind: 'fees', currency: 'BTC' });
  expect(satoshis).toBe(-(credit + fee));
});

test('dust that rounds to zero completes with zero, and stays in the ledger', async () => {
  const channel = await fresh();
  await changeSettings(world.app.db, merchant.project.id, {
    minimumDeposits: { LTC: '0.00000001' },
  });
  await world.pay({ channel_id: channel.id, amount: '0.00000001' });
  await world.mine('LTC');
  expect((await paymentsOf(channel.id))[0]).toMatchObject({
    status: 'completed',
    received_amount: '0.0',
    fee: '0.0',
  });
  expect(await booked(world, merchant, { kind: 'exchange', currency: 'LTC' })).toBe(1n);
});
