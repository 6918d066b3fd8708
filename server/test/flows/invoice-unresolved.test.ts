// Incorrectly paid invoices: the `unresolved` rows of the state table (wire.md (d)).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay } from '../../src/chains/simulated/pay.ts';
import { release } from '../../src/chains/simulated/replace.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);
const LATE = 10 * MINUTE + SECOND;

async function fresh() {
  merchant = await world.merchant();
  return newInvoice(merchant);
}

test('an overpaid invoice is unresolved immediately, before expiry, and nothing is credited', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.12952646' });
  expect((await show(invoice.id)).status).toBe('new');
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'overpaid',
    paid_amount: '0.12952646',
  });
  expect(storyOf(merchant, invoice.id)).toEqual([
    'transaction_created new',
    'transaction_confirmed new',
    'status_changed unresolved/overpaid',
  ]);
  expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(12_952_646n);
});

test('an overpayment in two confirmed parts is overpaid as well', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'overpaid', paid_amount: '0.2' });
});

test('an underpayment stays new until the expiry, so that the customer can complete it', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.12' });
  await world.mine('LTC');
  await world.advance(10 * MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status: 'new', status_context: null });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed' });
});

test('it is underpaid a moment after the expiry', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.12852644' });
  await world.mine('LTC');
  await world.advance(10 * MINUTE);
  expect((await show(invoice.id)).status).toBe('new');
  await world.advance(1);
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('status_changed unresolved/underpaid');
  expect((await merchant.api.transactions.list({})).data).toMatchObject([
    { status: 'unresolved', status_context: 'underpaid', amount: '9.9', balance: '0.0' },
  ]);
});

test('an underpayment that is confirmed after the expiry is underpaid then', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.advance(LATE);
  expect((await show(invoice.id)).status).toBe('new');
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
});

test('the full amount sent after the expiry is paid late once it is confirmed', async () => {
  const invoice = await fresh();
  await world.advance(LATE);
  await world.pay({ invoice_id: invoice.id });
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: invoice.pay_amount });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'paid_late' });
  expect(storyOf(merchant, invoice.id)).toEqual([
    'transaction_created new',
    'transaction_confirmed new',
    'status_changed unresolved/paid_late',
  ]);
});

test('a part in time and the rest late is unresolved, with all of it as paid', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.advance(LATE);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'paid_late',
    paid_amount: invoice.pay_amount,
  });
});

test('half in time is underpaid at expiry, and paid late when the rest arrives', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.06' });
  await world.mine('LTC');
  await world.advance(LATE);
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
  await world.pay({ invoice_id: invoice.id });
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'unresolved',
    status_context: 'paid_late',
    paid_amount: invoice.pay_amount,
  });
  expect(storyOf(merchant, invoice.id).slice(2)).toEqual([
    'status_changed unresolved/underpaid',
    'transaction_created unresolved/underpaid',
    'transaction_confirmed unresolved/underpaid',
    'status_changed unresolved/paid_late',
  ]);
  expect((await merchant.api.transactions.list({})).data).toMatchObject([
    { status: 'unresolved', status_context: 'paid_late' },
  ]);
});

test('a late extra payment does not affect an invoice whose timely full payment is unconfirmed', async () => {
  const invoice = await fresh();
  const { address, pay_amount } = invoice;
  const stuck = { outputs: [{ address, amount: 12_852_645n }], isStuck: true };
  const txid = await pay(world.simulation('LTC'), stuck);
  await world.settle();
  await world.advance(LATE);
  await world.pay({ invoice_id: invoice.id, amount: '0.01' });
  await world.mine('LTC');
  expect((await show(invoice.id)).status).toBe('new');
  await release(world.simulation('LTC'), txid);
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', pay_amount });
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(1_000_000n);
});

test.each(['low', 'medium'] as const)('a %s risk is credited', async (risk_level) => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, risk_level });
  await world.mine('LTC');
  const paid = await show(invoice.id);
  expect(paid).toMatchObject({ status: 'completed' });
  expect(paid.transactions).toMatchObject([{ risk: { level: risk_level } }]);
});

test('high risk holds the payment: unresolved, illicit, nothing credited', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, risk_level: 'high' });
  expect((await show(invoice.id)).transactions).toMatchObject([{ risk: null }]);
  await world.mine('LTC');
  const held = await show(invoice.id);
  expect(held).toMatchObject({ status: 'unresolved', status_context: 'illicit_resource' });
  expect(held.transactions).toMatchObject([{ risk: { level: 'high' } }]);
  expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
  const { data } = await merchant.api.transactions.list({ risk_level: 'high' });
  expect(data).toMatchObject([{ reference_id: invoice.id, risk: { level: 'high' } }]);
});

test('one high-risk part suffices, before the expiry and when the rest is good', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.01', risk_level: 'high' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'illicit_resource' });
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status_context: 'illicit_resource',
    paid_amount: invoice.pay_amount,
  });
});

test('an overpaid invoice with a later high-risk payment is illicit from then on', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.2' });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, amount: '0.1', risk_level: 'high' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'illicit_resource' });
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('status_changed unresolved/illicit_resource');
});

test('an unconfirmed part is waited for, but not beyond 14 days', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, stuck: true });
  await world.advance(14 * DAY - SECOND);
  expect((await show(invoice.id)).status).toBe('new');
  await world.advance(2 * SECOND);
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
});

test('unconfirmed dust, which could not complete it, is not waited for', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, amount: '0.00000001', stuck: true });
  await world.advance(LATE);
  expect(await show(invoice.id)).toMatchObject({ status_context: 'underpaid' });
});
