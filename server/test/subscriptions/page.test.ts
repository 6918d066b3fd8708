// Guarantees of a subscription's hosted page: it works without a script, never makes a customer pay twice, and creates
// one invoice for any number of clicks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { choicePageHeaders } from '../../src/web/headers.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openPage } from '../web/support.ts';
import { choose, goTo, invoiceFor, newSubscription, payPeriod } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const UNKNOWN_ID = '01936f7a-0000-7000-8000-000000000001';
const pathOf = ({ id }: { id: string }) => `/subscriptions/${id}`;
const open = (subscription: { id: string }, query = '') =>
  openPage(world, pathOf(subscription) + query);

async function invoicesOf(subscription: { id: string }) {
  return (await merchant.api.invoices.list({ subscription_id: subscription.id })).data;
}

test('the page shows the amount, the due date and every coin, in a plain form', async () => {
  const subscription = await newSubscription(world, merchant, {
    amount: '12.50',
    period: 'month',
    period_quantity: 3,
    product_name: 'Chess club',
    product_description: 'All boards',
  });
  const { status, headers, html, pageText } = await open(subscription);
  expect(status).toBe(200);
  expect(subscription.hosted_page_url).toBe(world.url + pathOf(subscription));
  for (const text of ['Chess club', 'All boards', '€12.50', '3 months', 'Choose how to pay'])
    expect(pageText).toContain(text);
  expect(pageText).not.toContain(subscription.payer_email);
  expect(html).toContain(
    `datetime="${new Date(subscription.current_period_ends_at).toISOString()}"`,
  );
  for (const coin of ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'])
    expect(html).toContain(`name="pay_currency" value="${coin}">`);
  // The script only refreshes the page: the form works without it.
  expect(html.match(/<script[^>]*>/g)).toEqual([
    expect.stringMatching(/^<script type="module" src="\/assets\/payment-page\.js\?v=\w+">$/),
  ]);
  expect(Object.fromEntries(headers)).toMatchObject(choicePageHeaders());
  expect(headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('a choice leads to the page of an invoice in that coin', async () => {
  const subscription = await newSubscription(world, merchant, {
    success_redirect_url: 'https://shop.example/thanks',
    unsuccess_redirect_url: 'https://shop.example/sorry',
  });
  const target = await choose(world, subscription, 'XRP');
  const { status, pageText } = await openPage(world, target);
  expect(status).toBe(200);
  expect(pageText).toContain('Send exactly');
  expect(pageText).toContain('XRP');
  const [invoice] = await invoicesOf(subscription);
  expect(invoice).toMatchObject({
    pay_currency: 'XRP',
    price_amount: '10.0',
    name: 'Membership',
    success_redirect_url: 'https://shop.example/thanks',
    unsuccess_redirect_url: 'https://shop.example/sorry',
  });
});

test('a second choice of the same coin finds the first invoice, until that expires', async () => {
  const subscription = await newSubscription(world, merchant);
  const first = await invoiceFor(world, subscription, 'BTC');
  await world.advance(5 * MINUTE);
  expect(await invoiceFor(world, subscription, 'BTC')).toBe(first);
  const other = await invoiceFor(world, subscription, 'ETH');
  expect(other).not.toBe(first);
  await world.advance(6 * MINUTE);
  const third = await invoiceFor(world, subscription, 'BTC');
  expect([first, other]).not.toContain(third);
  expect(await invoicesOf(subscription)).toHaveLength(3);
});

test('20 concurrent clicks create one invoice', async () => {
  const subscription = await newSubscription(world, merchant);
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => invoiceFor(world, subscription, 'LTC')),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await invoicesOf(subscription)).toHaveLength(1);
});

test('a click after a crash between the claim and the invoice creates the claimed invoice', async () => {
  const subscription = await newSubscription(world, merchant);
  const claimed = newId(world.clock, world.app.random);
  await world.app.db.query(
    `insert into subscription_invoices (project_id, subscription_id, period_index, invoice_id, pay_currency)
     values ($1, $2, 0, $3, 'LTC')`,
    [merchant.project.id, subscription.id, claimed],
  );
  expect(await invoiceFor(world, subscription, 'LTC')).toBe(claimed);
  expect(await invoiceFor(world, subscription, 'LTC')).toBe(claimed);
});

test('a customer who paid sees that, and no other choice leads to a second payment', async () => {
  const subscription = await newSubscription(world, merchant);
  const id = await invoiceFor(world, subscription, 'LTC');
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.advance(20 * MINUTE);
  const { pageText, html } = await open(subscription);
  expect(pageText).toContain('Payment seen');
  expect(html).toContain(`href="/invoices/${id}?locale=en"`);
  expect(html).not.toContain('<form');
  expect(html).toContain('data-refresh-seconds="20"');
  expect(html).toContain('Refresh</a>');
  expect(await invoiceFor(world, subscription, 'BTC')).toBe(id);

  await world.mine('LTC', 6);
  const paid = await open(subscription);
  expect(paid.pageText).toContain('This period is paid');
  expect(paid.html).not.toContain('<form');
  expect(await choose(world, subscription, 'BTC')).toBe(`${pathOf(subscription)}?locale=en`);
  expect(await invoicesOf(subscription)).toHaveLength(1);
});

test('after an underpayment, the page warns before the customer can choose again', async () => {
  const subscription = await newSubscription(world, merchant);
  const id = await invoiceFor(world, subscription, 'LTC');
  await world.pay({ invoice_id: id, amount: '0.05', risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.advance(11 * MINUTE);
  const { pageText, html } = await open(subscription);
  expect(pageText).toContain('Payment already started');
  expect(html.indexOf(`/invoices/${id}`)).toBeLessThan(html.indexOf('<form'));
  expect(await invoiceFor(world, subscription, 'LTC')).not.toBe(id);
});

test('after the paid period, the page requests payment again, even before the worker ran', async () => {
  const subscription = await newSubscription(world, merchant, {
    success_redirect_url: 'https://shop.example/thanks',
  });
  const first = await payPeriod(world, subscription);
  expect((await open(subscription)).pageText).toContain('Return to shop.example');
  world.clock.advance(Date.parse(subscription.current_period_ends_at) - world.clock.now());
  const { pageText, html } = await open(subscription);
  expect(pageText).toContain('Choose how to pay');
  expect(html).not.toContain(first);
  expect(await invoiceFor(world, subscription, 'LTC')).not.toBe(first);
  await world.settle();
});

test('an ended period cannot be paid, even before the worker ran', async () => {
  const unpaid = await newSubscription(world, merchant);
  const cancelled = await newSubscription(world, merchant, {
    unsuccess_redirect_url: 'https://shop.example/sorry',
  });
  await merchant.api.subscriptions.cancel(cancelled.id);
  world.clock.advance(11 * DAY);
  for (const subscription of [unpaid, cancelled]) {
    expect(await choose(world, subscription, 'LTC')).toBe(`${pathOf(subscription)}?locale=en`);
    const { pageText, html } = await open(subscription);
    expect(pageText).toContain('This subscription has ended');
    expect(html).not.toContain('<form');
    expect(await invoicesOf(subscription)).toEqual([]);
  }
  expect((await open(cancelled)).pageText).toContain('Return to shop.example');
  await world.settle();
});

test.each([
  ['DOGE', 'application/x-www-form-urlencoded', 'pay_currency=DOGE'],
  ['nothing', 'application/x-www-form-urlencoded', ''],
  ['a name of every object', 'application/x-www-form-urlencoded', 'pay_currency=constructor'],
  ['JSON', 'application/json', '{"pay_currency":"LTC"}'],
  ['text that a foreign form can send', 'text/plain', 'pay_currency=LTC'],
])('%s is no valid choice: back to the page, and no invoice', async (_name, type, body) => {
  const subscription = await newSubscription(world, merchant);
  const response = await fetch(world.url + pathOf(subscription), {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${pathOf(subscription)}?locale=en`);
  expect(await invoicesOf(subscription)).toEqual([]);
});

test('an unknown address gets a message, for the page and its form', async () => {
  for (const path of [`/subscriptions/${UNKNOWN_ID}`, '/subscriptions/1', '/subscriptions/%00']) {
    const { status, pageText } = await openPage(world, path);
    expect(status).toBe(404);
    expect(pageText).toContain('Payment not found');
  }
  const response = await fetch(`${world.url}/subscriptions/${UNKNOWN_ID}`, {
    method: 'POST',
    body: new URLSearchParams({ pay_currency: 'LTC' }),
    redirect: 'manual',
  });
  expect(response.status).toBe(404);
});

test("a merchant's text stays text", async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(2)>';
  const subscription = await newSubscription(world, merchant, {
    name: evil,
    product_name: evil,
    product_description: evil,
  });
  const { html } = await open(subscription);
  expect(html).not.toMatch(/<script>|<img src=x/);
  expect(html).toContain('&lt;script&gt;');
});

test.each([
  ['de', 'Zahlungsart wählen', '1 Monat'],
  ['fr', 'Choisissez comment payer', '1 mois'],
  ['es', 'Elija cómo pagar', '1 mes'],
  ['pt', 'Escolha como pagar', '1 mês'],
  ['ru', 'Выберите способ оплаты', '1 месяц'],
  ['ja', 'お支払い方法を選んでください', 'か月'],
])("it is in the customer's language: %s", async (locale, ...texts) => {
  const subscription = await newSubscription(world, merchant);
  const { pageText } = await open(subscription, `?locale=${locale}`);
  for (const text of texts) expect(pageText).toContain(text);
});

test("the customer's language is kept for the invoice", async () => {
  const subscription = await newSubscription(world, merchant);
  const response = await fetch(`${world.url}${pathOf(subscription)}?locale=de`, {
    method: 'POST',
    body: new URLSearchParams({ pay_currency: 'LTC' }),
    redirect: 'manual',
  });
  expect(response.headers.get('location')).toMatch(/^\/invoices\/[0-9a-f-]{36}\?locale=de$/);
});

test('a price in a coin is paid in that coin without a conversion', async () => {
  const subscription = await newSubscription(world, merchant, { amount: '0.5', currency: 'LTC' });
  const id = await invoiceFor(world, subscription, 'LTC');
  const invoice = await merchant.api.invoices.get(id);
  expect(invoice).toMatchObject({ price_amount: '0.5', pay_amount: '0.5' });
  expect(invoice.exchange).toBeUndefined();
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC', 6);
  expect(await merchant.api.subscriptions.get(subscription.id)).toMatchObject({
    current_period_paid: true,
  });
  await goTo(world, subscription.current_period_ends_at);
});
