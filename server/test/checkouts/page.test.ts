// The pages of a checkout without a browser: what a payer reads and can do before, between and after the payments.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewCheckout } from '../../../client/src/types.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld(
    { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' },
    { coins: ['BTC', 'LTC', 'ETH'] },
  );
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant();
});

const create = (terms: Partial<NewCheckout> = {}) =>
  merchant.api.checkouts.create({ price_amount: '100.00', price_currency: 'EUR', ...terms });

const read = async (url: string) => (await fetch(url)).text();

function post(id: string, form: Readonly<Record<string, string>>): Promise<Response> {
  const body = new URLSearchParams(form);
  return fetch(`${world.url}/checkouts/${id}`, { method: 'POST', body, redirect: 'manual' });
}

async function choose(id: string, coin: string): Promise<string> {
  const location = (await post(id, { pay_currency: coin })).headers.get('location') ?? '';
  return /\/invoices\/([0-9a-f-]{36})\?/.exec(location)?.[1] ?? location;
}

async function pay(invoice: string, { share = 1, coin = 'LTC' } = {}): Promise<void> {
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  const part = (Number(amount) * share).toFixed(6);
  await world.pay({ invoice_id: invoice, amount: share === 1 ? amount : part, risk_level: 'low' });
  await world.mine(coin, 12);
}

const checkedIn = (page: string) => /value="([\w.]+)" required checked/.exec(page)?.[1];
const optionsIn = (page: string) =>
  [...page.matchAll(/name="pay_currency" id="[\w.-]+" value="([\w.]+)"/g)].map(([, code]) => code);

test('the choice is one group of radio buttons; each names its coin and what it costs', async () => {
  const { offers = [], hosted_page_url: url } = await create({ name: 'Order 7' });
  const page = await read(url);
  expect(page).toMatch(/<form class="offers" method="post"/);
  expect(page).toMatch(/<legend><h2 id="status-title" tabindex="-1">Choose how to pay<\/h2>/);
  expect(optionsIn(page)).toHaveLength(offers.length);
  for (const { currency, amount } of offers)
    expect(page).toContain(`${amount.replace(/\.?0+$/, '')} ${currency}`);
  expect(page).toContain('Continue to payment');
});

test('an asset on several networks is one coin with its networks', async () => {
  const page = await read(
    (await create({ pay_currencies: [{ currency: 'USDC' }] })).hosted_page_url,
  );
  const [, group = ''] = /<fieldset class="networks">(.*?)<\/fieldset>/s.exec(page) ?? [];
  expect(group.match(/usdc\.svg/g)).toHaveLength(1);
  expect(group).toContain('Ethereum (ERC20)');
  expect(group).toContain('<span class="name">Polygon</span>');
  expect(optionsIn(group)).toEqual(['USDC', 'USDC.polygon']);
});

test('the default coin is chosen and first; afterwards, the coin that was chosen last', async () => {
  const { id, hosted_page_url: url } = await create({ default_pay_currency: { currency: 'ETH' } });
  const before = await read(url);
  expect(checkedIn(before)).toBe('ETH');
  expect(optionsIn(before)[0]).toBe('ETH');
  await choose(id, 'LTC');
  const after = await read(url);
  expect(checkedIn(after)).toBe('LTC');
  expect(optionsIn(after)[0]).toBe('LTC');
});

test('a wrong email is shown again with the problem, and the coin stays chosen', async () => {
  const { id, hosted_page_url: url } = await create({ payer_email_required: true });
  expect(await read(url)).toContain('type="email"');
  const response = await post(id, { pay_currency: 'LTC', payer_email: 'ada@"><b>shop' });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('Enter a valid email address');
  expect(page).toContain('value="ada@&quot;&gt;&lt;b&gt;shop" aria-invalid="true"');
  expect(checkedIn(page)).toBe('LTC');
  expect((await merchant.api.checkouts.get(id)).invoices).toEqual([]);

  const good = await post(id, { pay_currency: 'LTC', payer_email: 'ada@shop.example' });
  expect(good.status).toBe(303);
  expect(await read(url)).not.toContain('type="email"');
});

test('no email is asked for when the merchant gave one', async () => {
  const given = { payer_email: 'ada@shop.example', payer_email_required: true };
  expect(await read((await create(given)).hosted_page_url)).not.toContain('type="email"');
});

test('the items are listed with their amounts, a discount as a deduction', async () => {
  const { hosted_page_url: url } = await create({
    price_amount: '8.50',
    items: [
      { name: 'Tea <b>', quantity: 2, amount: '10.00' },
      { kind: 'discount', name: 'Voucher', amount: '1.50' },
    ],
  });
  const page = await read(url);
  expect(page).toContain('<dt>2 × <bdi>Tea &lt;b&gt;</bdi></dt><dd dir="ltr">€10.00</dd>');
  expect(page).toContain('<dt><bdi>Voucher</bdi></dt><dd dir="ltr">-€1.50</dd>');
});

test('a part keeps the choice open; after the expiry, the page asks for nothing', async () => {
  const { id, hosted_page_url: url } = await create({ expires_in: 300 });
  await pay(await choose(id, 'LTC'), { share: 0.5 });
  const part = await read(url);
  expect(part).toContain('Part of the payment has arrived');
  expect(optionsIn(part).length).toBeGreaterThan(1);
  await world.advance(6 * MINUTE);
  const over = await read(url);
  expect(over).toContain('Not the full amount');
  expect(over).toContain('LTC already sent is recorded');
  expect(optionsIn(over)).toEqual([]);
});

const follow = (id: string) => fetch(`${world.url}/invoices/${id}`, { redirect: 'manual' });

test('the page of its invoice leads back to the choice, and posts only to this site', async () => {
  const { id } = await create();
  const response = await follow(await choose(id, 'LTC'));
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  const page = await response.text();
  expect(page).toContain(`href="/checkouts/${id}?locale=en">Choose another coin</a>`);
  expect(page).not.toContain('Get a new price');
});

test('after its quote, a new price in the same coin is one click away', async () => {
  const { id } = await create();
  const first = await choose(id, 'LTC');
  await world.advance(11 * MINUTE);
  const page = await (await follow(first)).text();
  expect(page).toContain('This price has expired');
  expect(page).not.toContain('class="address"');
  expect(page).toContain(`method="post" action="/checkouts/${id}?locale=en"`);
  expect(page).toContain('name="pay_currency" value="LTC">Get a new price</button>');
  expect(await choose(id, 'LTC')).not.toBe(first);
});

test('an unpaid invoice leads to its checkout when that can no longer be paid', async () => {
  const { id } = await create();
  const other = await choose(id, 'ETH');
  expect((await follow(other)).status).toBe(200);
  await pay(await choose(id, 'LTC'));
  expect((await merchant.api.checkouts.get(id)).status).toBe('completed');
  const response = await follow(other);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`/checkouts/${id}?locale=en`);
});

test('a settled part does not thank for the whole: it leads to what remains', async () => {
  const { id, hosted_page_url: url } = await create({
    success_redirect_url: 'https://shop.example',
  });
  const part = await choose(id, 'LTC');
  await pay(part, { share: 0.5 });
  await world.advance(11 * MINUTE);
  expect((await merchant.api.invoices.get(part)).status).toBe('completed');
  expect((await follow(part)).headers.get('location')).toBe(`/checkouts/${id}?locale=en`);
  expect(await read(url)).toContain('Part of the payment has arrived');

  await pay(await choose(id, 'LTC'));
  const paid = await (await follow(part)).text();
  expect(paid).toContain('Payment complete');
  expect(await read(url)).toContain('data-redirect="Taking you back to shop.example');
});

test('a payer stays on the page when the merchant wants that', async () => {
  const terms = { success_redirect_url: 'https://shop.example', redirect_automatically: false };
  const { id, hosted_page_url: url } = await create(terms);
  const invoice = await choose(id, 'LTC');
  await pay(invoice);
  for (const page of [await read(url), await (await follow(invoice)).text()]) {
    expect(page).toContain('Return to shop.example');
    expect(page).not.toContain('data-redirect=');
  }
});

test('the receipt names the seller, the items, the tax in them and each payment', async () => {
  merchant = await world.merchant({
    legalName: 'Corner Bakery Ltd',
    postalAddress: '1 Mill Lane\nBristol',
    taxNumber: 'GB123456789',
  });
  const { id, hosted_page_url: url } = await create({
    price_amount: '9.50',
    items: [
      { name: 'Tea', quantity: 2, amount: '10.00', tax_percent: '7' },
      { kind: 'discount', name: 'Voucher', amount: '1.50', tax_percent: '7' },
      { kind: 'tip', name: 'Tip', amount: '1.00' },
    ],
  });
  expect((await fetch(`${url}/receipt`)).status).toBe(404);
  const invoice = await choose(id, 'LTC');
  await pay(invoice);
  expect(await read(url)).toContain(`href="/checkouts/${id}/receipt?locale=en">View receipt</a>`);
  expect(await (await follow(invoice)).text()).toContain(`/checkouts/${id}/receipt?locale=en`);

  const receipt = await read(`${url}/receipt`);
  const { payments } = await merchant.api.checkouts.get(id);
  const [payment] = payments;
  for (const text of ['Corner Bakery Ltd', '1 Mill Lane', 'GB123456789', '2 × <bdi>Tea'])
    expect(receipt).toContain(text);
  expect(receipt).toContain('<dt>7% tax included</dt><dd>€0.56</dd>');
  expect(receipt).toContain('<dt>Total</dt><dd dir="ltr">€9.50</dd>');
  expect(receipt).toContain(payment?.txid);
  expect(receipt).toContain(`${payment?.amount} LTC`);
  expect(receipt).toContain('1 LTC = €');
});

test('a checkout without a receipt has none', async () => {
  const { id, hosted_page_url: url } = await create({ receipt: false });
  await pay(await choose(id, 'LTC'));
  expect(await read(url)).not.toContain('View receipt');
  expect((await fetch(`${url}/receipt`)).status).toBe(404);
});
