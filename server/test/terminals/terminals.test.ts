// A terminal from its settings to a sale: prices are the terminal's, a PIN opens nothing else, a press makes one sale,
// stock is never oversold, and what is unknown looks like what belongs to others.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { operatorReader } from '../operator/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Device, deviceAt, openShop, pay, type Shop } from './support.ts';

let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
let shop: Shop;
let device: Device;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  ({ fastify } = serveAllRoutes(world));
});
afterAll(async () => {
  await fastify.close();
  await world.close();
});
beforeEach(async () => {
  merchant = await world.merchant({ merchantName: 'Corner shop' });
  shop = await openShop(world, merchant);
  device = newDevice();
});

const newDevice = () => deviceAt({ fastify, world }, shop.url);
const operate: ReturnType<typeof operatorReader> = (name, values) =>
  operatorReader(world)(name, { project: merchant.project.id, terminal_id: shop.id, ...values });
const ada = () => device.signIn(shop.staff['ada'] ?? '', '1234');
const line = (item: string, quantity = 1, more: object = {}) => ({
  item_id: shop.items[item],
  quantity,
  ...more,
});
const checkouts = async () => (await merchant.api.checkouts.list()).data;
const targets = (body: { errors?: object[]; error?: { details?: { target: string }[] } }) =>
  JSON.stringify(body);

test('a sale is a checkout of the prices of the terminal, with a number, discount, tip and tax', async () => {
  expect((await device.get('state')).body).toMatchObject({
    name: 'Counter 1',
    staff: [{ name: 'Ada' }, { name: 'Bob' }],
    session: null,
  });
  expect(await ada()).toMatchObject({ status: 200, body: { session: { name: 'Ada' } } });
  const cart = {
    lines: [
      line('coffee', 3),
      line('cake', 1, { price_amount: '0.01', price: '0.01' }),
      { amount: '1.99', name: 'Jam' },
    ],
    discount_percent: '10',
    tip_percent: '5',
    note: 'no sugar',
    total: '0.01',
  };
  // 7.50 + 4.00 + 1.99 = 13.49; discounts 0.75 of 7.50 and 0.59 (0.599) of 5.99; tip 0.60 (0.6075) of 12.15.
  const amounts = { discount: '1.34', tip: '0.6', tax: '1.3', total: '12.75' };
  expect((await device.post('cart', cart)).body).toMatchObject({
    ...amounts,
    subtotal: '13.49',
    problems: [],
  });
  expect(await checkouts()).toEqual([]);
  const sold = await device.sell(cart);
  expect(sold).toMatchObject({ status: 200, body: { ...amounts, number: 1, status: 'open' } });
  const checkout = await merchant.api.checkouts.get(sold.body.id);
  expect(checkout).toMatchObject({
    price_amount: '12.75',
    price_currency: 'EUR',
    name: 'Counter 1',
    payment_link_id: null,
    metadata: { terminal_id: shop.id, staff: 'Ada', note: 'no sugar' },
  });
  expect(checkout.items).toEqual([
    { kind: 'item', name: 'Coffee', quantity: 3, amount: '7.5', tax_percent: '7.0' },
    { kind: 'item', name: 'Cake', quantity: 1, amount: '4.0', tax_percent: '19.0' },
    { kind: 'item', name: 'Jam', quantity: 1, amount: '1.99', tax_percent: '19.0' },
    { kind: 'discount', name: 'Discount', quantity: 1, amount: '0.75', tax_percent: '7.0' },
    { kind: 'discount', name: 'Discount', quantity: 1, amount: '0.59', tax_percent: '19.0' },
    { kind: 'tip', name: 'Tip', quantity: 1, amount: '0.6', tax_percent: null },
  ]);
  await pay(world, merchant, sold.body.id);
  expect((await device.get(`sales/${sold.body.id}`)).body).toMatchObject({ status: 'completed' });
  const receipt = await fastify.inject(`/checkouts/${sold.body.id}/receipt?locale=en`);
  for (const text of ['Served by', 'Ada', 'no sugar', 'Discount', '€12.75', '7% tax included'])
    expect(receipt.body).toContain(text);
});

test('every problem of a cart is reported, and nothing is sold', async () => {
  await ada();
  const { status, body } = await device.sell({
    lines: [
      { item_id: shop.id },
      line('cake', 6),
      line('giftCard', 1, { amount: '9.99' }),
      line('coffee', 1, { amount: '1' }),
      { amount: '0' },
      { amount: '1.001' },
    ],
    tip_percent: '5',
    tip_amount: '1',
  });
  expect(status).toBe(422);
  for (const target of [
    'lines.0.item_id',
    'lines.1.quantity',
    'lines.2.amount',
    'lines.3.amount',
    'lines.4.amount',
    'lines.5.amount',
    'tip_amount',
  ])
    expect(targets(body)).toContain(`"${target}"`);
  for (const wrong of [
    { lines: [] },
    { lines: 'x' },
    { lines: [line('coffee')], discount_percent: '101' },
    { lines: [line('coffee')], discount_percent: '100' },
    { lines: [line('coffee', 0)] },
    { lines: [line('coffee')], discount_percent: '-1' },
  ])
    expect((await device.sell(wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect((await device.post('sales', { lines: [line('coffee')] })).status).toBe(422);
  expect(await checkouts()).toEqual([]);
});

test('what the terminal does not offer is refused', async () => {
  await operate('terminals.change', { name: 'Plain', keypad: 'false' });
  await ada();
  for (const cart of [
    { lines: [{ amount: '1' }] },
    { lines: [line('coffee')], tip_percent: '5' },
    { lines: [line('coffee')], tip_amount: '5' },
    { lines: [line('coffee')], discount_percent: '5' },
    { lines: [line('coffee')], note: 'x' },
  ])
    expect((await device.sell(cart)).status, JSON.stringify(cart)).toBe(422);
  expect((await device.sell({ lines: [line('coffee')] })).body).toMatchObject({
    total: '2.5',
    tax: '0.16',
  });
});

test('a double press, and a retry after a lost answer, make one sale', async () => {
  await ada();
  const cart = { lines: [line('cake', 5)] };
  const nonce = 'a-nonce-of-this-page-1';
  const answers = await Promise.all(Array.from({ length: 4 }, () => device.sell(cart, nonce)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect((await device.sell(cart, nonce)).body.id).toBe(answers[0]?.body.id);
  expect(await checkouts()).toHaveLength(1);
  // Another cart of the same page is another sale.
  expect((await device.sell({ lines: [line('coffee')] }, nonce)).body).toMatchObject({ number: 2 });
});

test('sales at once never take more than the stock, are numbered without gaps, and give it back', async () => {
  await ada();
  const second = newDevice();
  await second.signIn(shop.staff['bob'] ?? '', '987654');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      (n % 2 === 0 ? device : second).sell({ lines: [line('cake', n % 3 === 0 ? 2 : 1)] }),
    ),
  );
  const made = answers.filter(({ status }) => status === 200);
  for (const { status } of answers) expect([200, 422]).toContain(status);
  const left = async () => (await operate('terminals.show')).items[1];
  expect(await left()).toMatchObject({ stock: 5, taken: 5, paid_late: 0 });
  const numbers = made.map(({ body }) => body.number).sort();
  expect(numbers).toEqual(numbers.map((_, n) => n + 1));
  const [first, ...others] = made;
  await pay(world, merchant, first?.body.id);
  const cancelled = await device.post(`sales/${others[0]?.body.id}/cancel`);
  expect(cancelled.body).toMatchObject({ status: 'cancelled' });
  expect((await device.post(`sales/${first?.body.id}/cancel`)).status).toBe(422);
  await world.advance(HOUR);
  const pieces = (await merchant.api.checkouts.get(first?.body.id)).items[0]?.quantity;
  expect(await left()).toMatchObject({ taken: pieces, paid_late: 0 });
  await expect(
    world.app.db.query('update terminal_items set taken = 6 where id = $1', [shop.items['cake']]),
  ).rejects.toThrow('fewer pieces left');
});

test('wrong PINs lock the client for a stated time, and not another one', async () => {
  const wrong = () => device.signIn(shop.staff['ada'] ?? '', '0000');
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push(await wrong());
  expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(422));
  expect(answers.at(-1)).toMatchObject({ status: 429, cookie: null });
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(60);
  // The right one does not help.
  expect((await ada()).status).toBe(429);
  device = newDevice();
  expect((await ada()).status).toBe(200);
});

test('a session ends with its time, its sign-out, its PIN, its person and its terminal', async () => {
  const isIn = async () => (await device.get('sales')).status;
  const signedIn = async () => {
    device = newDevice();
    await ada();
    expect(await isIn()).toBe(200);
  };
  await signedIn();
  const cookie = (await ada()).cookie ?? '';
  const path = new URL(shop.url).pathname;
  expect(cookie).toContain(`Path=${path}; HttpOnly; SameSite=Strict`);
  await device.post('session/end');
  expect(await isIn()).toBe(401);
  await signedIn();
  await world.advance(12 * HOUR);
  expect(await isIn()).toBe(401);
  const save = (more: object) =>
    operate('terminals.save-staff', { staff_id: shop.staff['ada'], name: 'Ada', ...more });
  await signedIn();
  await save({ pin: '1234' });
  expect(await isIn()).toBe(401);
  await signedIn();
  await save({ active: 'false' });
  expect(await isIn()).toBe(401);
  expect((await ada()).status).toBe(422);
  await save({});
  await signedIn();
  await operate('terminals.switch', { active: 'false' });
  expect(await isIn()).toBe(401);
  expect((await ada()).status).toBe(422);
  expect((await device.sell({ lines: [line('coffee')] })).status).toBe(401);
});

test('a PIN opens its own terminal only, and nothing else', async () => {
  await ada();
  const mine = await device.sell({ lines: [line('coffee')] });
  const first = shop;
  shop = await openShop(world, merchant, { name: 'Counter 2' });
  const other = newDevice();
  await other.signIn(shop.staff['ada'] ?? '', '1234');
  const foreign = await other.get(`sales/${mine.body.id}`);
  const unknown = await other.get(`sales/${first.id}`);
  expect(foreign.status).toBe(404);
  expect(foreign.body.error.code).toBe('not_found');
  expect(foreign.body.error).toMatchObject({ message: unknown.body.error.message });
  expect((await other.post(`sales/${mine.body.id}/cancel`)).status).toBe(404);
  // Staff of another terminal, and a terminal that does not exist.
  expect((await newDevice().signIn(first.staff['ada'] ?? '', '1234')).status).toBe(422);
  const nowhere = deviceAt({ fastify, world }, `${shop.url.slice(0, -1)}x`);
  expect((await nowhere.get('state')).status).toBe(404);
  expect((await nowhere.signIn(shop.staff['ada'] ?? '', '1234')).status).toBe(404);
  // Requests of other sites.
  const evil = { origin: 'https://evil.example' };
  expect((await device.post('cart', { lines: [] }, evil)).status).toBe(403);
  const { body: state } = await device.get('state');
  expect(JSON.stringify(state)).not.toMatch(/pin_hash|token|secret/);
});

test('hostile names are kept as text, and settings that cannot work are refused with every field', async () => {
  const name = '"><script>alert(1)</script>';
  await operate('terminals.save-item', { name, price_amount: '1' });
  await ada();
  const { items } = (await device.get('state')).body;
  const item = items.find((one: { name: string }) => one.name === name);
  const sold = await device.sell({ lines: [{ item_id: item.id }], note: name });
  const page = await fastify.inject(`/checkouts/${sold.body.id}?locale=en`);
  expect(page.body).not.toContain('<script>alert');
  await expect(
    operate('terminals.create', {
      name: ' ',
      price_currency: 'XYZ',
      coins: ['NOPE'],
      tip_percents: ['0', '101'],
      tax_percent: '101',
    }),
  ).rejects.toMatchObject({
    details: expect.arrayContaining(
      [
        'name',
        'price_currency',
        'pay_currencies.0.currency',
        'tip_percents.0',
        'tip_percents.1',
        'tax_percent',
      ].map((target) => expect.objectContaining({ target })),
    ),
  });
  await expect(operate('terminals.save-staff', { name: 'Ada', pin: '12' })).rejects.toMatchObject({
    details: [{ target: 'pin' }],
  });
  await expect(operate('terminals.save-staff', { name: 'Ada', pin: '1234' })).rejects.toMatchObject(
    { details: [{ target: 'name' }] },
  );
  await expect(
    operate('terminals.save-item', { name: 'X', pricing: 'free', price_amount: '1' }),
  ).rejects.toMatchObject({ details: [{ target: 'price_amount' }] });
});

test('the display shows the cart and then the payment of its own session, also after a change of staff', async () => {
  const { body } = await ada();
  const code: string = body.session.display_code;
  const shown = async (of = code) => (await newDevice().get(`display/state?code=${of}`)).body;
  expect(await shown()).toMatchObject({ cart: null, sale: null });
  const cart = { lines: [line('coffee', 2)], tip_percent: '10' };
  await device.post('cart', cart);
  expect(await shown()).toMatchObject({ cart: { total: '5.5', tip: '0.5' }, sale: null });
  const sold = await device.sell(cart);
  expect(await shown()).toMatchObject({
    cart: null,
    sale: { number: 1, total: '5.5' },
    page: `/checkouts/${sold.body.id}`,
  });
  for (const wrong of ['', 'x', `${code.slice(0, -1)}_`, '%00'])
    expect(await shown(wrong), wrong).toMatchObject({ cart: null, sale: null });
  await device.post('session/end');
  expect(await shown()).toMatchObject({ sale: null });
  const bob = await device.signIn(shop.staff['bob'] ?? '', '987654', { display_code: code });
  expect(bob.body.session.display_code).toBe(code);
  // A code that this service did not make is not taken.
  const strange = await device.signIn(shop.staff['bob'] ?? '', '987654', {
    display_code: 'A'.repeat(22),
  });
  expect(strange.body.session.display_code).not.toBe('A'.repeat(22));
});
