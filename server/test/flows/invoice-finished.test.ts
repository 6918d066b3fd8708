// Finished invoices: canceled after 14 days, and later payments. Such money is never lost: it stays in the ledger and
// is marked as unmatched (wire.md 1.2).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay } from '../../src/chains/simulated/pay.ts';
import { release } from '../../src/chains/simulated/replace.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);
const unsettled = () => booked(world, merchant, { kind: 'deposits', currency: 'LTC' });

async function fresh() {
  merchant = await world.merchant();
  return newInvoice(merchant);
}

async function cancelled() {
  const invoice = await fresh();
  await world.advance(14 * DAY);
  expect((await show(invoice.id)).status).toBe('cancelled');
  return invoice;
}

test('14 days without payment cancel it, not a second earlier', async () => {
  const invoice = await fresh();
  await world.advance(14 * DAY - SECOND);
  expect((await show(invoice.id)).status).toBe('new');
  await world.advance(SECOND);
  expect(await show(invoice.id)).toMatchObject({ status: 'cancelled', status_context: null });
  expect(storyOf(merchant, invoice.id)).toEqual(['status_changed cancelled']);
  const { data } = await merchant.api.transactions.list({ status: 'cancelled' });
  expect(data).toMatchObject([{ reference_id: invoice.id, balance: '0.0' }]);
});

test('a payment that stays unconfirmed for 14 days does not stop the cancellation', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, stuck: true });
  await world.advance(14 * DAY);
  expect((await show(invoice.id)).status).toBe('cancelled');
  expect(await unsettled()).toBe(0n);
});

test('a payment confirmed after the cancellation is unmatched money, not lost and not credited', async () => {
  const invoice = await fresh();
  const txid = await world.pay({ invoice_id: invoice.id, stuck: true });
  await world.advance(14 * DAY);
  await release(world.simulation('LTC'), txid);
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status: 'cancelled',
    paid_amount: invoice.pay_amount,
  });
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { txid, isUnmatched: true, isBooked: true, isCredited: false },
  ]);
  expect(await unsettled()).toBe(12_852_645n);
  expect(await balanceOf(merchant, 'EUR')).toBe('0.0');
});

test('a payment sent after the cancellation is unmatched, and the merchant is notified', async () => {
  const invoice = await cancelled();
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  expect(await depositsOf(world, invoice.id)).toMatchObject([{ isUnmatched: true }]);
  expect(storyOf(merchant, invoice.id)).toEqual([
    'status_changed cancelled',
    'transaction_created cancelled',
    'transaction_confirmed cancelled',
  ]);
});

test('more money after the completion is unmatched, and the credit stays as it was', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, amount: '0.02' });
  await world.mine('LTC', 3);
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', paid_amount: '0.14852645' });
  expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { isCredited: true, isUnmatched: false },
    { isCredited: false, isUnmatched: true, amount: 2_000_000n },
  ]);
  expect(await unsettled()).toBe(2_000_000n);
});

test('late money that lands together with a full payment in time is unmatched', async () => {
  const invoice = await fresh();
  const stuck = { outputs: [{ address: invoice.address, amount: 12_852_645n }], isStuck: true };
  const txid = await pay(world.simulation('LTC'), stuck);
  await world.settle();
  await world.advance(11 * MINUTE);
  await world.pay({ invoice_id: invoice.id, amount: '0.01' });
  await release(world.simulation('LTC'), txid);
  await world.mine('LTC');
  expect((await show(invoice.id)).status).toBe('completed');
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { txid, isCredited: true, isUnmatched: false },
    { isCredited: false, isUnmatched: true, amount: 1_000_000n },
  ]);
});

test('money after a refund is unmatched', async () => {
  const invoice = await fresh();
  await world.pay({ invoice_id: invoice.id, amount: '0.1' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  await merchant.api.invoices.refund(invoice.id);
  await world.pay({ invoice_id: invoice.id, amount: '0.02' });
  await world.mine('LTC');
  expect((await show(invoice.id)).status).toBe('refunded');
  expect(await unsettled()).toBe(2_000_000n);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.099');
  expect((await depositsOf(world, invoice.id))[1]).toMatchObject({ isUnmatched: true });
});

test('an unmatched payment stays unmatched through a reorganization, and is reversed if it is dropped', async () => {
  const invoice = await cancelled();
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  await world.reorganise('LTC', 1);
  expect(await depositsOf(world, invoice.id)).toMatchObject([{ status: 'pending' }]);
  await world.mine('LTC');
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { status: 'confirmed', isUnmatched: true, isCredited: false },
  ]);
  expect(await unsettled()).toBe(12_852_645n);
  await world.reorganise('LTC', 2, { drop: true });
  await world.advance(MINUTE);
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { status: 'dropped', isUnmatched: false, isBooked: false },
  ]);
  expect(await unsettled()).toBe(0n);
});
