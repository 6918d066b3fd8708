// What customers see of invoices and channels in every situation, on a complete service.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewInvoice } from '../../../client/src/types.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openPage, readStatus } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const EXPIRY = 10 * MINUTE;

async function invoiceOf(changes: Partial<NewInvoice> = {}, owner = merchant) {
  const order = { price_amount: '20.00', price_currency: 'EUR', pay_currency: 'LTC', ...changes };
  const invoice = await owner.api.invoices.create(order);
  return { ...invoice, path: `/invoices/${invoice.id}` };
}

async function channelOf(payCurrency = 'BTC') {
  const channel = await merchant.api.channels.create({
    name: 'Top-up',
    pay_currency: payCurrency,
    receiver_currency: 'EUR',
  });
  return { ...channel, path: `/channels/${channel.id}` };
}

/** The page and the status endpoint always agree. */
async function statusOf(path: string) {
  const [page, status] = await Promise.all([openPage(world, path), readStatus(world, path)]);
  expect(page.status).toBe(200);
  expect(status['status']).toBe(page.pageStatus);
  expect(page.html).toContain(`data-version="${status['version']}"`);
  return { ...page, isFinal: status['is_final'], secondsLeft: status['seconds_left'] };
}

const part = (amount: string, thousandths: bigint) => {
  const [whole = '0', fraction = ''] = amount.split('.');
  const units = (BigInt(whole + fraction.padEnd(8, '0')) * thousandths) / 1000n;
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
};

test('an open invoice requests its amount at its address until it expires', async () => {
  const invoice = await invoiceOf({ name: 'Order 7' });
  const page = await statusOf(invoice.path);
  expect(page).toMatchObject({ pageStatus: 'waiting', isFinal: false, secondsLeft: 600 });
  expect(page.pageText).toContain(`Send exactly ${invoice.pay_amount} LTC`);
  expect(page.pageText).toContain('€20.00');
  expect(page.pageText).toContain('Order 7');
  expect(page.pageText).toContain('Test network');
  expect(page.html).toContain(`data-copy="${invoice.address}"`);
  expect(page.html).toContain(`href="${invoice.uri}"`);
  await world.advance(MINUTE);
  expect((await statusOf(invoice.path)).secondsLeft).toBe(540);
});

test('an invoice priced in its coin shows no price next to the amount', async () => {
  const invoice = await invoiceOf({ price_amount: '0.5', price_currency: 'LTC' });
  const page = await statusOf(invoice.path);
  expect(page.pageText).toContain('Send exactly 0.5 LTC');
  expect(page.html).not.toContain('class="price"');
  expect(page.secondsLeft).toBe(7200);
});

test('part of the amount leaves the rest to be paid, also in the link for the wallet', async () => {
  const invoice = await invoiceOf();
  const half = part(invoice.pay_amount, 500n);
  await world.pay({ invoice_id: invoice.id, amount: half });
  const page = await statusOf(invoice.path);
  expect(page).toMatchObject({ pageStatus: 'underpaid', isFinal: false });
  const rest = /data-copy="([\d.]+)"/.exec(page.html)?.[1];
  expect(page.pageText).toContain(`Send the remaining ${rest} LTC`);
  expect(page.html).toContain(`href="litecoin:${invoice.address}?amount=${rest}"`);
  await world.pay({ invoice_id: invoice.id, amount: String(rest) });
  expect((await statusOf(invoice.path)).pageStatus).toBe('confirming');
  await world.mine('LTC');
  expect((await statusOf(invoice.path)).pageStatus).toBe('paid');
});

test('a payment is seen, confirmed block by block, and complete', async () => {
  const invoice = await invoiceOf({
    pay_currency: 'ETH',
    success_redirect_url: 'https://s.example/',
  });
  const txid = await world.pay({ invoice_id: invoice.id });
  const seen = await statusOf(invoice.path);
  expect(seen).toMatchObject({ pageStatus: 'confirming', isFinal: false });
  expect(seen.pageText).toContain('0 of 2 confirmations');
  expect(seen.pageText).toContain(txid.slice(0, 8));
  expect(seen.html).not.toContain(invoice.address);
  expect(seen.pageText).toContain('Network Ethereum Created');
  await world.mine('ETH');
  expect((await statusOf(invoice.path)).pageText).toContain('1 of 2 confirmations');
  await world.mine('ETH');
  const paid = await statusOf(invoice.path);
  expect(paid).toMatchObject({ pageStatus: 'paid', isFinal: true });
  expect(paid.pageText).toContain('Return to s.example');
  expect(paid.html).not.toContain('progress');
});

test('a payment that vanishes leaves the invoice as it was', async () => {
  const invoice = await invoiceOf({ pay_currency: 'BTC' });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('BTC');
  expect((await statusOf(invoice.path)).pageStatus).toBe('paid');
  const other = await invoiceOf({ pay_currency: 'BTC', price_amount: '90000.00' });
  await world.pay({ invoice_id: other.id });
  await world.mine('BTC');
  expect((await statusOf(other.path)).pageText).toContain('1 of 3 confirmations');
  await world.reorganise('BTC', 1, { drop: true });
  await world.advance(MINUTE);
  expect((await statusOf(other.path)).pageStatus).toBe('waiting');
});

test('the merchant is shown as configured in the project, and the name of the project never', async () => {
  const named = await world.merchant({
    merchantName: 'Corner Bakery',
    merchantContact: 'help@bakery.example',
  });
  const invoice = await invoiceOf({}, named);
  const page = await statusOf(invoice.path);
  expect(page.pageText).toContain('Merchant: Corner Bakery');
  expect(page.pageText).toContain('Contact help@bakery.example');
  expect(page.pageText).toContain(`Rate 1 LTC = `);
  const unnamed = await statusOf((await invoiceOf()).path);
  expect(unnamed.pageText).not.toMatch(/Test merchant|Merchant:|Contact/);
});

test("within the merchant's tolerance the rest is not requested", async () => {
  const lenient = await world.merchant({ underpaymentTolerancePercent: '1' });
  const invoice = await invoiceOf({}, lenient);
  await world.pay({ invoice_id: invoice.id, amount: part(invoice.pay_amount, 995n) });
  expect((await statusOf(invoice.path)).pageStatus).toBe('confirming');
  await world.mine('LTC');
  expect((await statusOf(invoice.path)).pageStatus).toBe('paid');
});

test('an overpayment is shown', async () => {
  const invoice = await invoiceOf();
  await world.pay({ invoice_id: invoice.id, amount: part(invoice.pay_amount, 1500n) });
  expect((await statusOf(invoice.path)).pageStatus).toBe('confirming');
  await world.mine('LTC');
  const page = await statusOf(invoice.path);
  expect(page).toMatchObject({ pageStatus: 'overpaid', isFinal: false });
  expect(page.pageText).toContain('You paid too much');
});

test('an expired invoice requests nothing, recognizes late payments, and is canceled in the end', async () => {
  const [late, short, never] = [await invoiceOf(), await invoiceOf(), await invoiceOf()];
  await world.pay({ invoice_id: short.id, amount: part(short.pay_amount, 400n) });
  await world.advance(EXPIRY);
  expect((await statusOf(late.path)).pageStatus).toBe('expired');
  await world.advance(1);
  expect(await merchant.api.invoices.get(late.id)).toMatchObject({ status: 'new' });
  const expired = await statusOf(late.path);
  expect(expired).toMatchObject({ pageStatus: 'expired', isFinal: false, secondsLeft: 0 });
  expect(expired.html).not.toContain(late.address);

  const tooShort = await statusOf(short.path);
  expect(tooShort.pageStatus).toBe('underpaid');
  expect(tooShort.pageText).toContain('Please do not send more');
  expect(tooShort.html).not.toContain(short.address);

  await world.pay({ invoice_id: late.id });
  expect((await statusOf(late.path)).pageStatus).toBe('late');
  await world.mine('LTC');
  expect((await statusOf(late.path)).pageStatus).toBe('late');
  expect((await statusOf(short.path)).pageStatus).toBe('underpaid');

  await merchant.api.invoices.refund(short.id);
  expect(await statusOf(short.path)).toMatchObject({ pageStatus: 'refunded', isFinal: true });

  await world.advance(14 * 24 * 60 * MINUTE);
  expect(await statusOf(never.path)).toMatchObject({ pageStatus: 'cancelled', isFinal: true });
  await world.pay({ invoice_id: never.id });
  await world.mine('LTC');
  expect((await statusOf(never.path)).pageStatus).toBe('late');
});

test('a high-risk payment is shown as under review, without the reason', async () => {
  const invoice = await invoiceOf();
  await world.pay({ invoice_id: invoice.id, risk_level: 'high' });
  await world.mine('LTC');
  const page = await statusOf(invoice.path);
  expect(page.pageStatus).toBe('on_hold');
  expect(page.pageText).not.toMatch(/risk|illicit/i);
});

test('XRP shows its destination tag separate from the address', async () => {
  const invoice = await invoiceOf({ pay_currency: 'XRP' });
  const [address, tag] = invoice.address.split('?dt=');
  const page = await statusOf(invoice.path);
  expect(page.html).toContain(`data-copy="${address}"`);
  expect(page.html).toContain(`data-copy="${tag}"`);
  expect(page.pageText).toContain('Destination tag');
});

test('a channel is ready, confirms a payment to it, and is ready again', async () => {
  const channel = await channelOf();
  const ready = await statusOf(channel.path);
  expect(ready).toMatchObject({ pageStatus: 'waiting', isFinal: false, secondsLeft: null });
  expect(ready.pageText).toContain('Send any amount of BTC');
  expect(ready.html).toContain(`href="${channel.uri}"`);

  const txid = await world.pay({ channel_id: channel.id, amount: '2' });
  const seen = await statusOf(channel.path);
  expect(seen.pageStatus).toBe('confirming');
  expect(seen.pageText).toContain('0 of 3 confirmations');
  expect(seen.pageText).toContain(txid.slice(0, 8));
  expect(seen.pageText).not.toContain('Confirmed');
  expect(seen.html).toContain(channel.address);
  await world.mine('BTC', 3);
  const again = await statusOf(channel.path);
  expect(again.pageStatus).toBe('waiting');
  expect(again.pageText).toMatch(new RegExp(`${txid.slice(0, 8)}\\S+ 2 BTC Confirmed`));
});

test('a disabled channel shows no address', async () => {
  const channel = await channelOf('XRP');
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  const page = await statusOf(channel.path);
  expect(page).toMatchObject({ pageStatus: 'disabled', isFinal: false });
  expect(page.html).not.toContain(channel.address.split('?')[0]);
});
