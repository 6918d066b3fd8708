// A payment link from its terms to the money: the payer's click makes the checkout, opening the page does not; the
// price and the coins are the merchant's; clicks never exceed the stock, and late money is told, not refused.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Checkout, NewPaymentLink, PaymentLink } from '../../../client/src/types.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { locales } from '../../src/core/languages.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
  ({ fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});
beforeEach(async () => {
  merchant = await world.merchant({ merchantName: 'Corner shop' });
});

const INLINE_SCRIPT = /<script(?! type="module" src="\/assets\/)/;

const newLink = (terms: Partial<NewPaymentLink> = {}) =>
  merchant.api.paymentLinks.create({ name: 'Tea', price_currency: 'EUR', ...terms });
const fixed = (terms: Partial<NewPaymentLink> = {}) => newLink({ price_amount: '5.00', ...terms });
const show = ({ id }: PaymentLink) => merchant.api.paymentLinks.get(id);
const pathOf = ({ url }: PaymentLink) => new URL(url).pathname;
const checkouts = async () => (await merchant.api.checkouts.list()).data;

let clients = 0;
/** Each from another client, because each has its own limit. */
async function page(
  path: string,
  form?: Record<string, string> | URLSearchParams,
  client?: string,
) {
  clients += 1;
  const response = await fastify.inject({
    method: form === undefined ? 'GET' : 'POST',
    url: path,
    remoteAddress: client ?? `198.51.${Math.floor(clients / 250)}.${clients % 250}`,
    ...(form !== undefined && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  });
  const { location } = response.headers;
  const checkout = /\/checkouts\/([0-9a-f-]{36})/.exec(String(location ?? ''))?.[1] ?? null;
  return { status: response.statusCode, text: response.body, headers: response.headers, checkout };
}

const click = async (link: PaymentLink, form: Record<string, string> = {}) =>
  page(`${pathOf(link)}?locale=en`, form);
const clicked = async (link: PaymentLink, form: Record<string, string> = {}) =>
  defined((await click(link, form)).checkout, 'a checkout');
const nonceIn = (text: string) =>
  defined(/name="nonce" value="([\w-]{22})"/.exec(text)?.[1], 'a nonce');

async function pay(id: string): Promise<void> {
  const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
}

test('opening the page makes nothing; a click makes a checkout of the terms and the answers', async () => {
  const link = await fixed({
    description: 'Green',
    quantity_max: 4,
    pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC' }],
    default_pay_currency: { currency: 'BTC' },
    fields: [
      { label: 'Grind', kind: 'list', options: ['Whole', 'Fine'], required: true },
      { label: 'Note' },
    ],
    email: 'required',
    shipping_address: true,
    success_text: 'We ship tomorrow.',
  });
  const token = pathOf(link).split('/').at(-1) ?? '';
  expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  const opened = await page(`${pathOf(link)}?locale=en&ref=newsletter&price_amount=1`);
  expect(opened).toMatchObject({ status: 200 });
  for (const text of ['Corner shop', 'Green', '€5.00', 'Grind', 'Shipping address'])
    expect(opened.text).toContain(text);
  expect(opened.text).not.toMatch(INLINE_SCRIPT);
  // The reference stays with another language.
  expect(opened.text).toContain('?locale=de&amp;ref=newsletter');
  expect(await checkouts()).toEqual([]);
  const form = {
    ref: 'newsletter',
    nonce: nonceIn(opened.text),
    quantity: '3',
    'field-0': 'Fine',
    email: 'ada@example.com',
    'address-name': 'Ada Lovelace',
    'address-street': 'Main Street 1',
    'address-city': 'London',
    'address-country': 'UK',
    // Of no effect: the price, the coins and the texts are the merchant's.
    price_amount: '0.01',
    amount: '0.01',
    pay_currencies: 'ETH',
    name: 'Cheap',
    metadata: '{}',
  };
  const id = await clicked(link, form);
  const checkout = await merchant.api.checkouts.get(id);
  expect(checkout).toMatchObject({
    payment_link_id: link.id,
    price_amount: '15.0',
    price_currency: 'EUR',
    name: 'Tea',
    payer_email: 'ada@example.com',
    default_pay_currency: { currency: 'BTC' },
    items: [{ name: 'Tea', quantity: 3, amount: '15.0' }],
    metadata: {
      payment_link_id: link.id,
      reference: 'newsletter',
      fields: [{ label: 'Grind', value: 'Fine' }],
      shipping_address: {
        name: 'Ada Lovelace',
        street: 'Main Street 1',
        city: 'London',
        country: 'UK',
      },
    },
    unsuccess_redirect_url: link.url,
  });
  expect(checkout.pay_currencies.map(({ currency }) => currency)).toEqual(['BTC', 'LTC']);
  // A second press of the same button, and other answers of the same form.
  expect(await clicked(link, form)).toBe(id);
  expect(await clicked(link, { ...form, quantity: '2' })).not.toBe(id);
  await pay(id);
  const paid = await page(`/checkouts/${id}?locale=en`);
  expect(paid.text).toContain('We ship tomorrow.');
});

test('an entry that is wrong is shown again with its problem, and makes nothing', async () => {
  const link = await newLink({
    amount_min: '2',
    amount_max: '50',
    suggested_amounts: ['5', '10'],
    fields: [
      { label: 'Size', kind: 'list', options: ['S', 'M'], required: true },
      { label: 'Age', kind: 'number' },
    ],
    email: 'optional',
  });
  const right = { suggested: '10.0', 'field-0': 'M' };
  for (const [wrong, problem] of [
    [{ 'field-0': '' }, 'Fill in this field.'],
    [{ 'field-0': ' \u200B\u3164' }, 'Fill in this field.'],
    [{ 'field-0': 'XXL' }, 'Choose from the list.'],
    [{ 'field-1': 'old' }, 'Enter a number.'],
    [{ email: 'ada' }, 'Enter a valid email address'],
    [{ amount: '1.99' }, 'From €2.00 to €50.00'],
    [{ amount: '51' }, 'From €2.00 to €50.00'],
    [{ amount: '5.001' }, 'From €2.00 to €50.00'],
    [{ amount: `1${'0'.repeat(100)}` }, 'From €2.00 to €50.00'],
    [{ suggested: '3' }, 'Fill in this field.'],
  ] as const) {
    const answer = await click(link, { ...right, ...wrong });
    expect(answer.status, JSON.stringify(wrong)).toBe(422);
    expect(answer.text).toContain('aria-invalid="true"');
    expect(answer.text).toContain(problem);
  }
  expect(await checkouts()).toEqual([]);
  const price = async (form: object) =>
    (await merchant.api.checkouts.get(await clicked(link, { ...right, ...form }))).price_amount;
  expect(await price({})).toBe('10.0');
  expect(await price({ amount: '12,5' })).toBe('12.5');
  // What a stranger writes is text.
  const note = '"><script>alert(1)</script>';
  expect((await click(link, { ...right, amount: note })).text).not.toMatch(INLINE_SCRIPT);
});

test('an amount that leaves nothing after the fee is refused on the page', async () => {
  const link = await newLink();
  const answer = await click(link, { amount: '0.01' });
  expect(answer).toMatchObject({ status: 422 });
  expect(answer.text).toContain('Enter a higher amount.');
});

test('clicks at once never take more than the stock, and what expires or is cancelled is given back', async () => {
  const link = await fixed({ stock: 5, quantity_max: 2 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => click(link, { quantity: n % 3 === 0 ? '2' : '1' })),
  );
  const made = answers.flatMap(({ checkout }) => checkout ?? []);
  const pieces = (all: readonly Checkout[]) =>
    all.reduce((sum, { items }) => sum + (items[0]?.quantity ?? 0), 0);
  expect(pieces(await checkouts())).toBe(5);
  expect(await show(link)).toMatchObject({ taken: 5 });
  for (const { checkout, status } of answers)
    if (checkout === null) expect([409, 422]).toContain(status);
  expect((await page(`${pathOf(link)}?locale=en`)).text).toContain('Sold out');
  const [paid, cancelled] = made;
  const of = async (id = '') => pieces([await merchant.api.checkouts.get(id)]);
  await merchant.api.checkouts.cancel(cancelled ?? '');
  expect(await show(link)).toMatchObject({ taken: 5 - (await of(cancelled)) });
  await pay(paid ?? '');
  await world.advance(HOUR);
  expect(await show(link)).toMatchObject({ taken: await of(paid), paid_late: 0 });
  expect((await page(`${pathOf(link)}?locale=en`)).text).toContain('Available: ');
});

test('an unpaid checkout holds the stock for 15 minutes, or as long as the link says', async () => {
  const lasts = async (link: PaymentLink) => {
    const { created_at, expires_at } = await merchant.api.checkouts.get(await clicked(link));
    return Date.parse(expires_at) - Date.parse(created_at);
  };
  expect(await lasts(await fixed())).toBe(HOUR);
  const link = await fixed({ stock: 1 });
  expect(await lasts(link)).toBe(15 * MINUTE);
  expect((await click(link)).status).toBe(409);
  await world.advance(15 * MINUTE);
  await clicked(link);
  const own = await fixed({ stock: 1, expires_in: 300 });
  expect(own.expires_in).toBe(300);
  expect(await lasts(own)).toBe(5 * MINUTE);
  await expect(fixed({ expires_in: 299 })).rejects.toMatchObject({ code: 'invalid' });
});

test('one client holds at most five unpaid pieces of a stock, and can buy more once one is paid or over', async () => {
  const link = await fixed({ stock: 50 });
  const client = '203.0.113.77';
  const from = (n: string) => page(`${pathOf(link)}?locale=en`, {}, n);
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.push(defined((await from(client)).checkout, 'a checkout'));
  const refused = await from(client);
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('Pay for an open order first');
  expect(await show(link)).toMatchObject({ taken: 5 });
  // Others, and other links, are not concerned.
  expect((await from('203.0.113.78')).status).toBe(303);
  expect((await page(pathOf(await fixed({ stock: 2 })), {}, client)).status).toBe(303);
  await pay(made[0] ?? '');
  expect((await from(client)).status).toBe(303);
  expect((await from(client)).status).toBe(429);
  await world.advance(15 * MINUTE);
  expect((await from(client)).status).toBe(303);
  const [row] = await world.app.db.query<{ client: string }>(
    `select encode(link_client, 'escape') as client from checkouts where link_client is not null limit 1`,
  );
  expect(row?.client).not.toContain('203.0.113');
});

test('two clicks at once of one client do not pass its limit', async () => {
  const link = await fixed({ stock: 50 });
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => page(pathOf(link), {}, '203.0.113.99')),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
});

test('the database refuses more than the stock, whatever the service believes', async () => {
  const link = await fixed({ stock: 1 });
  await clicked(link);
  await expect(
    world.app.db.query(`update payment_links set taken = taken + 1 where id = $1`, [link.id]),
  ).rejects.toThrow('fewer pieces left');
});

test('money that arrives for a checkout that expired is told and counted, also beyond the stock', async () => {
  const link = await fixed({ stock: 1 });
  const first = await clicked(link);
  const invoice = defined(await chooseCoin(world.app, first, { coin: 'LTC' }), 'it is open');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.advance(2 * HOUR);
  expect(await show(link)).toMatchObject({ taken: 0 });
  const second = await clicked(link);
  await pay(second);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  expect(await merchant.api.checkouts.get(first)).toMatchObject({ status_context: 'paid_late' });
  await merchant.api.checkouts.accept(first);
  expect(await merchant.api.checkouts.get(first)).toMatchObject({ status: 'completed' });
  expect(await show(link)).toMatchObject({ stock: 1, taken: 1, paid_late: 1 });
  expect((await click(link)).status).toBe(409);
});

test('a link that is off, over or of coins that are gone makes nothing, and says so', async () => {
  const link = await fixed({ expires_at: new Date(world.app.clock.now() + DAY).toISOString() });
  const id = await clicked(link);
  expect(await merchant.api.paymentLinks.switch(link.id, { active: false })).toMatchObject({
    active: false,
  });
  expect((await page(`${pathOf(link)}?locale=en`)).text).toContain('switched off');
  expect((await click(link)).status).toBe(409);
  // What was made stays payable.
  expect(await merchant.api.checkouts.get(id)).toMatchObject({ status: 'open' });
  await merchant.api.paymentLinks.switch(link.id, { active: true });
  await world.advance(DAY);
  expect((await page(`${pathOf(link)}?locale=en`)).text).toContain('has expired');
  expect((await click(link)).status).toBe(409);
  expect(await checkouts()).toHaveLength(1);
});

test('new terms replace all old ones, and checkouts keep theirs', async () => {
  const link = await fixed({ stock: 3, email: 'required' });
  const id = await clicked(link, { email: 'ada@example.com' });
  const { url, taken, name, email, stock, price_amount } = await merchant.api.paymentLinks.replace(
    link.id,
    { name: 'Coffee', price_currency: 'EUR', price_amount: '7' },
  );
  expect({ url, taken, name, email, stock, price_amount }).toEqual({
    url: link.url,
    taken: 1,
    name: 'Coffee',
    email: 'none',
    stock: null,
    price_amount: '7.0',
  });
  expect(await merchant.api.checkouts.get(id)).toMatchObject({ name: 'Tea', price_amount: '5.0' });
});

test('terms that contradict each other are refused with the field', async () => {
  const refused = async (terms: Partial<NewPaymentLink>, target: string) => {
    await expect(newLink(terms)).rejects.toMatchObject({
      code: 'invalid',
      details: expect.arrayContaining([expect.objectContaining({ target })]),
    });
  };
  await refused({ price_amount: '5', amount_min: '1' }, 'price_amount');
  await refused({ amount_min: '5', amount_max: '1' }, 'amount_max');
  await refused({ amount_min: '5', suggested_amounts: ['1'] }, 'suggested_amounts.0');
  await refused({ quantity_max: 2 }, 'quantity_max');
  await refused({ price_amount: '5', quantity_min: 3, quantity_max: 2 }, 'quantity_max');
  await refused({ fields: [{ label: 'Size', kind: 'list' }] }, 'fields.0.options');
  await refused({ fields: [{ label: 'A' }, { label: 'A' }] }, 'fields.1.label');
  await refused({ price_currency: 'XYZ' }, 'price_currency');
  await refused(
    { success_text: 'x', success_redirect_url: 'https://shop.example' },
    'success_text',
  );
});

test('a price in satoshis is written and paid as satoshis', async () => {
  const link = await newLink({ price_currency: 'SATS', price_amount: '2100', quantity_max: 2 });
  const id = await clicked(link, { quantity: '2' });
  expect(await merchant.api.checkouts.get(id)).toMatchObject({
    price_amount: '4200.0',
    price_currency: 'SATS',
  });
});

test('each client has its own limit of clicks', async () => {
  const link = await fixed();
  const answers: number[] = [];
  for (let n = 0; n < 25; n++) answers.push((await page(pathOf(link), {}, '203.0.113.9')).status);
  expect(answers.filter((status) => status === 303)).toHaveLength(20);
  expect(answers.at(-1)).toBe(429);
  expect((await page(pathOf(link), {}, '203.0.113.10')).status).toBe(303);
});

test('unknown addresses are not found, and each language has its page', async () => {
  const link = await fixed({ quantity_max: 2, shipping_address: true, stock: 3 });
  const unknown = pathOf(link).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  for (const path of [unknown, '/pay/x', '/pay/%00']) expect((await page(path)).status).toBe(404);
  const titles = new Set<string>();
  for (const locale of locales) {
    const { text } = await page(`${pathOf(link)}?locale=${locale}`);
    titles.add(defined(/<legend>([^<]+)</.exec(text)?.[1], 'the address'));
  }
  expect(titles.size).toBe(locales.length);
});
