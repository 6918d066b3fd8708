// Correctly paid invoices: the `completed` rows of the state table (wire.md (d)).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay } from '../../src/chains/simulated/pay.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  merchant = await world.merchant();
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);

test('an exact payment completes it, and callbacks are sent in the documented order', async () => {
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  expect(storyOf(merchant, invoice.id)).toEqual(['transaction_created new']);
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'completed',
    status_context: null,
    paid_amount: invoice.pay_amount,
  });
  expect(storyOf(merchant, invoice.id)).toEqual([
    'transaction_created new',
    'transaction_confirmed new',
    'status_changed completed',
  ]);
  expect(merchant.callbacks.at(-1)?.data).toEqual(await show(invoice.id));
});

test('several transactions add up, and only their sum completes it', async () => {
  const before = await balanceOf(merchant, 'EUR');
  const invoice = await newInvoice(merchant, { price_amount: '20.00' });
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: '0.1' });
  await world.pay({ invoice_id: invoice.id, amount: '0.05' });
  // The amount that is still due.
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  const paid = await show(invoice.id);
  expect(paid).toMatchObject({ status: 'completed', paid_amount: invoice.pay_amount });
  expect(paid.transactions).toHaveLength(3);
  expect([before, await balanceOf(merchant, 'EUR')]).toEqual(['9.9', '29.7']);
  expect((await depositsOf(world, invoice.id)).every((deposit) => deposit.isCredited)).toBe(true);
});

test('two outputs of one transaction both count, once each, and are one transaction of the invoice', async () => {
  const invoice = await newInvoice(merchant, { price_amount: '1.00', pay_currency: 'BTC' });
  expect(invoice.pay_amount).toBe('0.000012');
  const outputs = [500n, 700n].map((amount) => ({ address: invoice.address, amount }));
  await pay(world.simulation('BTC'), { outputs });
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: '0.000012' });
  await world.mine('BTC');
  await world.mine('BTC', 3);
  const paid = await show(invoice.id);
  expect(paid.status).toBe('completed');
  expect(paid.transactions).toHaveLength(1);
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { amount: 500n, isCredited: true },
    { amount: 700n, isCredited: true },
  ]);
  expect(await booked(world, merchant, { kind: 'chain', currency: 'BTC' })).toBe(-1200n);
});

test('two outputs to two invoices in one transaction pay both', async () => {
  const [a, b] = [await newInvoice(merchant), await newInvoice(merchant)];
  const amount = 12_852_645n;
  await pay(world.simulation('LTC'), {
    outputs: [a, b].map((invoice) => ({ address: invoice.address, amount })),
  });
  await world.settle();
  await world.mine('LTC');
  expect([(await show(a.id)).status, (await show(b.id)).status]).toEqual([
    'completed',
    'completed',
  ]);
});

test('a payment sent in time that is confirmed within two hours of the expiry completes it at the agreed price', async () => {
  const invoice = await newInvoice(merchant);
  await world.advance(10 * MINUTE);
  // A payment at the moment of expiry is still in time.
  await world.pay({ invoice_id: invoice.id });
  await world.advance(119 * MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: invoice.pay_amount });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', fee: '0.1' });
});

test('an expired unpaid invoice is still new and sends no callback', async () => {
  const invoice = await newInvoice(merchant);
  await world.advance(DAY);
  expect((await show(invoice.id)).status).toBe('new');
  expect(storyOf(merchant, invoice.id)).toEqual([]);
});

test('a price in the coin itself is valid for 120 minutes, is not converted, and pays the fee in the coin', async () => {
  const terms = { price_amount: '0.5', price_currency: 'LTC' };
  const invoice = await newInvoice(merchant, terms);
  expect(invoice).toMatchObject({ pay_amount: '0.5', fee: '0.005', fee_currency: 'LTC' });
  expect(invoice).not.toHaveProperty('exchange');
  const validity = (item: typeof invoice) =>
    Date.parse(item.expires_at) - Date.parse(item.created_at);
  expect(validity(invoice)).toBe(120 * MINUTE);
  expect(validity(await newInvoice(merchant))).toBe(10 * MINUTE);
  await world.advance(119 * MINUTE);
  await world.pay({ invoice_id: invoice.id });
  await world.advance(5 * MINUTE);
  await world.mine('LTC');
  expect((await show(invoice.id)).status).toBe('completed');
  expect(await balanceOf(merchant, 'LTC')).toBe('0.495');
  expect(await booked(world, merchant, { kind: 'fees', currency: 'LTC' })).toBe(500_000n);
});

test('within the tolerance, an underpayment completes it at the value received', async () => {
  const tolerant = await world.merchant({ underpaymentTolerancePercent: '1' });
  const invoice = await newInvoice(tolerant);
  expect(invoice.pay_amount).toBe('0.12852645');
  // 99 % of it is 0.1272411855: one unit less is too little.
  await world.pay({ invoice_id: invoice.id, amount: '0.12724118' });
  await world.mine('LTC');
  expect((await tolerant.api.invoices.get(invoice.id)).status).toBe('new');
  await world.pay({ invoice_id: invoice.id, amount: '0.00000001' });
  await world.mine('LTC');
  const paid = await tolerant.api.invoices.get(invoice.id);
  expect(paid).toMatchObject({ status: 'completed', paid_amount: '0.12724119' });
  expect(paid).toMatchObject({ pay_amount: '0.12724119', price_amount: '9.9', fee: '0.1' });
  expect(await balanceOf(tolerant, 'EUR')).toBe('9.8');
});

test('larger amounts need more confirmations before they are posted', async () => {
  const invoice = await newInvoice(merchant, {
    price_amount: '5',
    price_currency: 'BTC',
    pay_currency: 'BTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('BTC', 2);
  expect((await show(invoice.id)).status).toBe('new');
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'BTC' })).toBe(0n);
  await world.mine('BTC', 1);
  expect((await show(invoice.id)).status).toBe('completed');
});

test('a payment is detected within a second, and the first detection counts', async () => {
  const invoice = await newInvoice(merchant);
  await world.advance(10 * MINUTE + SECOND);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'paid_late' });
});
