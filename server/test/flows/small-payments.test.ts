// Dust and small mistakes of customers: a payment below the cost of spending it does not count until there is enough, a
// slight overpayment is accepted, and a little high-risk money does not hold a paid invoice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payMany } from '../../src/chains/simulated/pay.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
});
beforeEach(async () => {
  merchant = await world.merchant({ minimumDeposits: { LTC: '0.00005' } });
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);

const newChannel = (coin: string) =>
  merchant.api.channels.create({ name: 'x', pay_currency: coin, receiver_currency: coin });

test('sixty payments of one wei make no channel payment, no callback and no posting', async () => {
  const channel = await newChannel('ETH');
  const outputs = [{ address: channel.address, tag: null, amount: 1n }];
  await payMany(
    world.simulation('ETH'),
    Array.from({ length: 60 }, () => ({ outputs })),
  );
  await world.mine('ETH', 40);
  expect((await merchant.api.channelPayments.list(channel.id)).data).toEqual([]);
  expect(merchant.callbacks).toEqual([]);
  expect(await booked(world, merchant, { kind: 'chain', currency: 'ETH' })).toBe(0n);
  const inbox = await merchant.api.coinDeposits.list({ reason: 'below_minimum' });
  expect([inbox.meta.total, inbox.data[0]?.channel_id]).toEqual([60, channel.id]);
  // A usual payment is credited separately.
  await world.pay({ channel_id: channel.id, amount: '1' });
  await world.mine('ETH', 40);
  expect((await merchant.api.channelPayments.list(channel.id)).data).toHaveLength(1);
  expect(await balanceOf(merchant, 'ETH')).toBe('0.99');
});

test('small channel payments count once they reach the minimum together', async () => {
  const channel = await newChannel('LTC');
  await world.pay({ channel_id: channel.id, amount: '0.00003' });
  await world.mine('LTC');
  const list = async () => (await merchant.api.channelPayments.list(channel.id)).data;
  expect(await list()).toEqual([]);
  await world.pay({ channel_id: channel.id, amount: '0.00003' });
  await world.mine('LTC');
  expect(await list()).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  expect((await merchant.api.coinDeposits.list({})).data).toEqual([]);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.0000594');
});

test('dust before the payment counts with it, and dust on a finished invoice does not count', async () => {
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.00003' });
  expect(await show(invoice.id)).toMatchObject({ paid_amount: '0.0', transactions: [] });
  await world.pay({ invoice_id: invoice.id, amount: '0.12849645' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'completed',
    paid_amount: invoice.pay_amount,
  });
  const reported = merchant.callbacks.length;
  await world.pay({ invoice_id: invoice.id, amount: '0.00003', risk_level: 'high' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed' });
  expect(merchant.callbacks).toHaveLength(reported);
  const { data } = await merchant.api.coinDeposits.list({});
  expect(data).toMatchObject([{ reason: 'below_minimum', invoice_id: invoice.id }]);
});

test('a payment below the minimum can be credited from the inbox, and is never lost', async () => {
  const channel = await newChannel('LTC');
  await world.pay({ channel_id: channel.id, amount: '0.00003' });
  await world.mine('LTC');
  const [item] = (await merchant.api.coinDeposits.list({})).data;
  await merchant.api.coinDeposits.credit(item?.id ?? '', { description: 'a slip' });
  expect(await balanceOf(merchant, 'LTC')).toBe('0.0000297');
  await world.pay({ channel_id: channel.id, amount: '0.00003' });
  await world.mine('LTC');
  expect((await merchant.api.channelPayments.list(channel.id)).data).toEqual([]);
});

test('a project sets its own minimum', async () => {
  merchant = await world.merchant({ minimumDeposits: { LTC: '0.5' } });
  const channel = await newChannel('LTC');
  await world.pay({ channel_id: channel.id, amount: '0.49' });
  await world.mine('LTC');
  expect((await merchant.api.channelPayments.list(channel.id)).data).toEqual([]);
  const refused = newInvoice(merchant, { price_amount: '10' });
  await expect(refused).rejects.toMatchObject({ status: 422 });
});

test.each([
  ['BTC', 'EUR', '0.05'],
  ['ETH', 'EUR', '0.05'],
  ['LTC', 'LTC', '0.00004999'],
])('an invoice in %s below the minimum payment is rejected', async (coin, currency, price) => {
  const refused = newInvoice(merchant, {
    price_amount: price,
    price_currency: currency,
    pay_currency: coin,
  });
  await expect(refused).rejects.toMatchObject({
    status: 422,
    details: [{ code: 'must_be_greater_than_or_equal', target: 'price_amount' }],
  });
});

test('one satoshi too much completes the invoice, and everything is credited', async () => {
  const terms = { price_amount: '0.1', price_currency: 'LTC' };
  const invoice = await newInvoice(merchant, terms);
  await world.pay({ invoice_id: invoice.id, amount: '0.10000001' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', paid_amount: '0.10000001' });
  expect(await balanceOf(merchant, 'LTC')).toBe('0.099');
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
});

test.each([
  // 0.1 % of 10 EUR is 0.01 EUR; of 500 EUR it would be 0.50, but the maximum is 0.10 EUR.
  ['10.00', 1001n, 'completed'],
  ['10.00', 1002n, 'unresolved'],
  ['500.00', 1001n, 'unresolved'],
] as const)('of %s EUR paid %s per mille it is %s', async (price, perMille, status) => {
  const invoice = await newInvoice(merchant, { price_amount: price });
  const [whole = '0', part = ''] = invoice.pay_amount.split('.');
  const units = BigInt(whole + part.padEnd(8, '0'));
  const amount = (units * perMille) / 1000n;
  const outputs = [{ address: invoice.address, tag: null, amount }];
  await payMany(world.simulation('LTC'), [{ outputs }]);
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status });
});

test('a little high-risk money is held separately, and the paid invoice completes', async () => {
  const invoice = await newInvoice(merchant, { price_amount: '500.00' });
  await world.pay({ invoice_id: invoice.id, amount: '0.0001', risk_level: 'high' });
  await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', status_context: null });
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('status_changed completed');
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { amount: 10_000n, isCredited: false, isUnmatched: true },
    { isCredited: true, isUnmatched: false },
  ]);
});

test('above its share high-risk money holds the whole invoice', async () => {
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.001', risk_level: 'high' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'new' });
  await world.pay({ invoice_id: invoice.id, amount: '0.001', risk_level: 'high' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status_context: 'illicit_resource',
    paid_amount: '0.002',
  });
  expect((await depositsOf(world, invoice.id)).map((item) => item.isUnmatched)).toEqual([
    false,
    false,
  ]);
});
