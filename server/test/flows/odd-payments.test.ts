// What chains do that must not deceive the service: partial payments, missing tags, failed and replaced transactions,
// double spends, stuck transactions, and an unreachable node.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { release, replace } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);

async function fresh(pay_currency: string) {
  merchant = await world.merchant();
  return newInvoice(merchant, { pay_currency });
}

test('an XRP partial payment counts with the delivered amount, never with the announced one', async () => {
  const invoice = await fresh('XRP');
  const [amount, delivered_amount] = [invoice.pay_amount, '0.000001'];
  await world.pay({ invoice_id: invoice.id, amount, delivered_amount });
  await world.mine('XRP');
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: '0.000001' });
  await world.advance(11 * MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'XRP' })).toBe(1n);
});

test('an XRP partial payment to a channel credits the delivered amount', async () => {
  await fresh('XRP');
  const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
  const channel = await merchant.api.channels.create(terms);
  await world.pay({ channel_id: channel.id, amount: '1000', delivered_amount: '2' });
  await world.mine('XRP');
  expect(await balanceOf(merchant, 'XRP')).toBe('1.98');
});

test('XRP without a tag, or with an unassigned one, is unmatched', async () => {
  const invoice = await fresh('XRP');
  const before = await depositsOf(world, null);
  const untagged = await world.pay({ invoice_id: invoice.id, amount: '5', without_tag: true });
  const address = `${invoice.address.split('?')[0]}?dt=4294967290`;
  const mistagged = await world.pay({ address, currency: 'XRP', amount: '7' });
  await world.mine('XRP');
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: '0.0' });
  const unknownPayments = (await depositsOf(world, null)).slice(before.length);
  expect(unknownPayments).toMatchObject([
    { txid: untagged, amount: 5_000_000n, status: 'confirmed', isUnmatched: true },
    { txid: mistagged, amount: 7_000_000n, status: 'confirmed', isUnmatched: true },
  ]);
});

test('a failed ETH transaction credits nothing and is not shown', async () => {
  const invoice = await fresh('ETH');
  await world.pay({ invoice_id: invoice.id, fails: true });
  await world.mine('ETH', 40);
  expect(await show(invoice.id)).toMatchObject({ paid_amount: '0.0', transactions: [] });
  expect(await depositsOf(world, invoice.id)).toEqual([]);
  expect(merchant.callbacks).toEqual([]);
});

test('a payment that is double-spent away leaves paid_amount and transactions again', async () => {
  const invoice = await fresh('LTC');
  const txid = await world.pay({ invoice_id: invoice.id });
  expect((await show(invoice.id)).paid_amount).toBe(invoice.pay_amount);
  await replace(world.simulation('LTC'), { txid, amount: 0n });
  await world.advance(10 * SECOND);
  expect(await show(invoice.id)).toMatchObject({
    status: 'new',
    paid_amount: '0.0',
    transactions: [],
  });
  await world.mine('LTC', 2);
  expect((await show(invoice.id)).status).toBe('new');
  expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
});

test('a replacement counts instead of the replaced payment, not in addition', async () => {
  const invoice = await fresh('LTC');
  const txid = await world.pay({ invoice_id: invoice.id, amount: '0.05' });
  await replace(world.simulation('LTC'), { txid, amount: 12_852_645n });
  await world.mine('LTC');
  await world.advance(10 * SECOND);
  const paid = await show(invoice.id);
  expect(paid).toMatchObject({ status: 'completed', paid_amount: invoice.pay_amount });
  expect(paid.transactions).toHaveLength(1);
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { txid, status: 'dropped', isCredited: false },
    { status: 'confirmed', isCredited: true },
  ]);
});

test('a channel payment that is double-spent away is cancelled in the end and never credited', async () => {
  await fresh('LTC');
  const terms = { name: 'x', pay_currency: 'LTC', receiver_currency: 'LTC' };
  const channel = await merchant.api.channels.create(terms);
  const txid = await world.pay({ channel_id: channel.id });
  await replace(world.simulation('LTC'), { txid, amount: 0n });
  await world.mine('LTC', 3);
  await world.advance(15 * 24 * 60 * MINUTE);
  const { data } = await merchant.api.channelPayments.list(channel.id);
  expect(data).toMatchObject([{ status: 'cancelled', received_amount: '0.0' }]);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
});

test('a stuck transaction is shown immediately, and late when it is mined after expiry', async () => {
  const invoice = await fresh('BTC');
  const txid = await world.pay({ invoice_id: invoice.id, stuck: true });
  await world.mine('BTC', 3);
  await world.advance(9 * 24 * 60 * MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: invoice.pay_amount });
  await release(world.simulation('BTC'), txid);
  await world.mine('BTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'paid_late',
    paid_amount: invoice.pay_amount,
  });
});

test('while the node is down, invoices are created; when it is back, all payments are detected', async () => {
  const simulation = world.simulation('LTC');
  const before = await fresh('LTC');
  await changeSettings(simulation, { nodeIsDown: true });
  const during = await newInvoice(merchant);
  for (const invoice of [before, during]) await world.pay({ invoice_id: invoice.id });
  // More blocks than one run of the watcher reads.
  await world.mine('LTC', 120);
  expect(await show(before.id)).toMatchObject({ status: 'new', paid_amount: '0.0' });
  await world.advance(5 * MINUTE);
  await changeSettings(simulation, { nodeIsDown: false });
  await world.settle();
  for (const invoice of [before, during]) {
    expect((await show(invoice.id)).status).toBe('completed');
    expect(storyOf(merchant, invoice.id)).toHaveLength(3);
  }
});

test('a payment mined in time while the node was down is in time, however late it is read', async () => {
  const simulation = world.simulation('LTC');
  const invoice = await fresh('LTC');
  await changeSettings(simulation, { nodeIsDown: true });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  await world.advance(60 * MINUTE);
  await changeSettings(simulation, { nodeIsDown: false });
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', status_context: null });
});
