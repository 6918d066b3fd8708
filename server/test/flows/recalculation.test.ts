// Recalculation: an unresolved invoice is settled for the paid amount at the current rate, in two steps or one (wire.md
// (d), (d2)). At the sandbox's rates, an LTC sells at 77.805 EUR.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);

/** Underpaid: 0.1 of 0.12852645 LTC. */
async function underpaid() {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  expect((await show(invoice.id)).status_context).toBe('underpaid');
  return invoice;
}

test('an open one changes nothing and shows the current value of the payment', async () => {
  const invoice = await underpaid();
  const open = await merchant.api.invoices.recalculate(invoice.id);
  // floor(0.1 × 77.805) and a fee of ceil(1 %).
  expect(open).toMatchObject({
    invoice_id: invoice.id,
    pay_amount: '0.1',
    pay_currency: 'LTC',
    price_amount: '7.78',
    price_currency: 'EUR',
    fee: '0.08',
    fee_currency: 'EUR',
    previous_pay_amount: '0.12852645',
    previous_price_amount: '10.0',
    previous_exchange_rate: '77.805',
    exchange: { pair: 'LTCEUR', rate: '77.805' },
  });
  expect(await show(invoice.id)).toMatchObject({ status: 'unresolved', price_amount: '10.0' });
  expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
});

test('a commit within 30 seconds settles it at the quoted price', async () => {
  const invoice = await underpaid();
  const open = await merchant.api.invoices.recalculate(invoice.id);
  await world.advance(30 * SECOND);
  const committed = await merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  expect(committed).toEqual(open);
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({
    status: 'completed',
    status_context: null,
    fee: '0.08',
    pay_amount: '0.1',
    paid_amount: '0.1',
    price_amount: '7.78',
  });
  expect(await balanceOf(merchant, 'EUR')).toBe('7.7');
  expect(storyOf(merchant, invoice.id).slice(-3)).toEqual([
    'status_changed unresolved/underpaid',
    'recalculated completed',
    'status_changed completed',
  ]);
  const { data } = await merchant.api.transactions.list({});
  expect(data).toMatchObject([{ status: 'completed', amount: '7.7', fee: '0.08', balance: '7.7' }]);
});

test('a commit after 30 seconds is rejected and changes nothing', async () => {
  const invoice = await underpaid();
  const open = await merchant.api.invoices.recalculate(invoice.id);
  await world.advance(30 * SECOND + 1);
  const commit = merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  await expect(commit).rejects.toMatchObject({ status: 409, code: 'commit_window_expired' });
  expect((await show(invoice.id)).status).toBe('unresolved');
});

test('a second commit is rejected and credits nothing', async () => {
  const invoice = await underpaid();
  const open = await merchant.api.invoices.recalculate(invoice.id);
  await merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  const again = merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  await expect(again).rejects.toMatchObject({ status: 409, code: 'already_committed' });
  await world.advance(MINUTE);
  const late = merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  await expect(late).rejects.toMatchObject({ code: 'already_committed' });
  expect(await balanceOf(merchant, 'EUR')).toBe('7.7');
});

test('only one of several open ones can be committed', async () => {
  const invoice = await underpaid();
  const [a, b] = [
    await merchant.api.invoices.recalculate(invoice.id),
    await merchant.api.invoices.recalculate(invoice.id),
  ];
  const outcomes = await Promise.allSettled(
    [a, b].map((open) => merchant.api.invoices.commitRecalculation(invoice.id, open.id)),
  );
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await balanceOf(merchant, 'EUR')).toBe('7.7');
});

test('a forced one applies immediately and cannot be committed again', async () => {
  const invoice = await underpaid();
  const done = await merchant.api.invoices.recalculate(invoice.id, { force_commit: true });
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', price_amount: '7.78' });
  const again = merchant.api.invoices.commitRecalculation(invoice.id, done.id);
  await expect(again).rejects.toMatchObject({ code: 'already_committed' });
});

test('the new rate is the rate of the recalculation, not that of the invoice', async () => {
  const invoice = await underpaid();
  await world.app.db.query(`update invoices set rate = '100.0' where id = $1`, [invoice.id]);
  const done = await merchant.api.invoices.recalculate(invoice.id, { force_commit: true });
  expect(done).toMatchObject({ previous_exchange_rate: '100.0', price_amount: '7.78' });
});

test('an invoice in its own coin is settled without a rate', async () => {
  merchant = await world.merchant();
  const terms = { price_amount: '1', price_currency: 'LTC' };
  const invoice = await newInvoice(merchant, terms);
  await world.pay({ invoice_id: invoice.id, amount: '1.5' });
  await world.mine('LTC');
  const done = await merchant.api.invoices.recalculate(invoice.id, { force_commit: true });
  expect(done).toMatchObject({
    pay_amount: '1.5',
    price_amount: '1.5',
    fee: '0.015',
    exchange: null,
    previous_exchange_rate: null,
  });
  expect(await balanceOf(merchant, 'LTC')).toBe('1.485');
});

test('a payment after the quote makes it stale: the committed amount is the paid amount', async () => {
  const invoice = await underpaid();
  const open = await merchant.api.invoices.recalculate(invoice.id);
  await world.pay({ invoice_id: invoice.id, amount: '0.01' });
  const early = merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  await expect(early).rejects.toMatchObject({ status: 422, code: 'invalid_status' });
  await world.mine('LTC');
  const late = merchant.api.invoices.commitRecalculation(invoice.id, open.id);
  await expect(late).rejects.toMatchObject({ status: 409 });
  await merchant.api.invoices.recalculate(invoice.id, { force_commit: true });
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', pay_amount: '0.11' });
  expect((await depositsOf(world, invoice.id)).every((deposit) => deposit.isCredited)).toBe(true);
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
});

test('a payment worth less than a cent cannot be recalculated, and can be refunded', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.0001' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  for (const force_commit of [true, false]) {
    const dust = merchant.api.invoices.recalculate(invoice.id, { force_commit });
    await expect(dust).rejects.toMatchObject({ status: 422, code: 'invalid_status' });
  }
  await merchant.api.invoices.refund(invoice.id);
  expect(await show(invoice.id)).toMatchObject({ status: 'refunded' });
});

test('only an unresolved invoice can be recalculated', async () => {
  const invoice = await underpaid();
  const unpaid = await newInvoice(merchant);
  await merchant.api.invoices.recalculate(invoice.id, { force_commit: true });
  for (const id of [invoice.id, unpaid.id]) {
    const wrong = merchant.api.invoices.recalculate(id);
    await expect(wrong).rejects.toMatchObject({ status: 422, code: 'invalid_status' });
  }
});

test('another invoice`s or project`s recalculation is not found', async () => {
  const invoice = await underpaid();
  const open = await merchant.api.invoices.recalculate(invoice.id);
  const other = await newInvoice(merchant);
  const crossed = merchant.api.invoices.commitRecalculation(other.id, open.id);
  await expect(crossed).rejects.toMatchObject({ status: 404 });
  const stranger = await world.merchant();
  const foreign = stranger.api.invoices.commitRecalculation(invoice.id, open.id);
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});
