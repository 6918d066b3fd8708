// What customers see of refunds, on a complete service: refunds of invoices, to an address or to the merchant's
// account, and returned payments.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewInvoice } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openPage, readStatus } from './support.ts';

const PAYER = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** Paid twice: overpaid by the requested amount. */
async function overpaid() {
  const order = { price_amount: '2', price_currency: 'LTC', pay_currency: 'LTC' };
  const invoice = await merchant.api.invoices.create(order as NewInvoice);
  await world.pay({ invoice_id: invoice.id, amount: '4' });
  await world.mine('LTC');
  return { ...invoice, path: `/invoices/${invoice.id}` };
}

test('an overpayment is tracked until its refund is confirmed', async () => {
  const invoice = await overpaid();
  const refund = await merchant.api.invoices.refund(invoice.id, { address: PAYER });
  const prepared = await openPage(world, invoice.path);
  expect(prepared.pageStatus).toBe('paid');
  expect(prepared.pageText).toContain('Payment complete');
  expect(prepared.pageText).toContain('The overpaid amount is returned to you.');
  expect(prepared.pageText).toMatch(
    /Refund Amount 1\.\d+ LTC Fees 0\.\d+ LTC Status Being prepared/,
  );
  expect(prepared.pageText).toContain('To tltc1qw5…7klfsuq0');
  expect(await readStatus(world, invoice.path)).toMatchObject({ status: 'paid', is_final: false });

  await world.settle();
  const [sent] = await merchant.api.invoices.refunds(invoice.id);
  const txid = defined(sent?.txid, 'a refund that was sent has a txid');
  expect(sent?.id).toBe(refund.id);
  const onItsWay = await openPage(world, invoice.path);
  expect(onItsWay.pageText).toContain('Status On its way');
  expect(onItsWay.pageText).toContain(`Transaction ${txid}`);
  expect(onItsWay.html).toContain(`data-copy="${txid}"`);

  await world.mine('LTC');
  await world.settle();
  const confirmed = await openPage(world, invoice.path);
  expect(confirmed.pageText).toContain('Status Confirmed');
  expect(await readStatus(world, invoice.path)).toMatchObject({ status: 'paid', is_final: true });
});

test('no one is redirected to the shop before reading about a refund', async () => {
  const invoice = await overpaid();
  await merchant.api.invoices.refund(invoice.id, { address: PAYER });
  expect((await openPage(world, invoice.path)).html).not.toContain('data-redirect');
});

test("a refund to the merchant's account is not shown as sent", async () => {
  const invoice = await overpaid();
  await merchant.api.invoices.refund(invoice.id);
  const page = await openPage(world, invoice.path);
  expect(page.pageText).toContain('Refund Amount 2 LTC Status With the merchant');
  expect(page.pageText).toContain('The merchant is holding this amount for you.');
  expect(page.pageText).not.toContain('is returned to you');
  expect(await readStatus(world, invoice.path)).toMatchObject({ is_final: true });
});

test('a failed refund is not shown as prepared, and the customer sees whom to contact', async () => {
  const invoice = await overpaid();
  await merchant.api.invoices.refund(invoice.id, { address: PAYER });
  await world.database.owner.query(
    `update coin_withdrawals set status = 'failed' where id = (
       select withdrawal_id from invoice_refunds where invoice_id = $1)`,
    [invoice.id],
  );
  const page = await openPage(world, invoice.path);
  expect(page.pageText).toContain('Status Not sent');
  expect(page.pageText).toContain('This refund could not be sent. Please contact the merchant.');
  expect(page.pageText).not.toContain('Being prepared');
  expect(await readStatus(world, invoice.path)).toMatchObject({ is_final: false });
});

test('a returned channel payment is shown on its page', async () => {
  const channel = await merchant.api.channels.create({
    name: 'Top-up',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    customer_id: await customerWithAddress(),
  });
  await world.pay({ channel_id: channel.id, amount: '3', risk_level: 'high' });
  await world.mine('LTC');
  await world.settle();
  await world.mine('LTC');
  await world.settle();
  const page = await openPage(world, `/channels/${channel.id}`);
  expect(page.pageText).toMatch(/Refund Amount 2\.\d+ LTC Fees 0\.\d+ LTC Status Confirmed/);
  expect(page.pageText).not.toMatch(/risk|illicit/i);
});

async function customerWithAddress(): Promise<string> {
  const { id } = await merchant.api.customers.create({
    id: 'payer',
    currency: 'EUR',
    addresses: [{ address: PAYER, currency: 'LTC', network: 'litecoin' }],
  });
  return id;
}
