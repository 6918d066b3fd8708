// The daily close of a terminal: totals that are exact, each paid sale in exactly one close, also one that is paid
// while it is made, and closes that never change.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
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
  merchant = await world.merchant();
  shop = await openShop(world, merchant);
  device = deviceAt({ fastify, world }, shop.url);
  await device.signIn(shop.staff['ada'] ?? '', '1234');
});

const operate: ReturnType<typeof operatorReader> = (name, values) =>
  operatorReader(world)(name, { project: merchant.project.id, terminal_id: shop.id, ...values });
const coffee = (quantity: number, more: object = {}) => ({
  lines: [{ item_id: shop.items['coffee'], quantity }],
  ...more,
});
const sold = async (cart: object, from = device) => {
  const { status, body } = await from.sell(cart);
  expect(status).toBe(200);
  return body.id as string;
};

test('a close has the totals by coin and staff, a number, and does not change', async () => {
  const bob = deviceAt({ fastify, world }, shop.url);
  await bob.signIn(shop.staff['bob'] ?? '', '987654');
  expect((await bob.post('close', { number: 1 })).status).toBe(403);
  expect((await device.post('close', { number: 1 })).body).toEqual({ close: null });
  await pay(world, merchant, await sold(coffee(2, { discount_percent: '10', tip_amount: '0.55' })));
  await pay(world, merchant, await sold(coffee(4), bob));
  const unpaid = await sold(coffee(1));
  const { body: before } = await device.get('totals');
  const { close } = (await device.post('close', { number: 1 })).body;
  expect(close.totals).toEqual(before.totals);
  expect(close).toMatchObject({
    number: 1,
    closed_by: 'Ada',
    totals: {
      sales: 2,
      first_number: 1,
      last_number: 2,
      subtotal: '15.0',
      discount: '0.5',
      tip: '0.55',
      // 4.50 and 10.00 with 7 %: 0.29 and 0.65.
      tax: '0.94',
      net: '13.56',
      total: '15.05',
      staff: [
        { name: 'Ada', sales: 1, total: '5.05', tip: '0.55' },
        { name: 'Bob', sales: 1, total: '10.0', tip: '0.0' },
      ],
      coins: [{ currency: 'LTC', payments: 2 }],
    },
  });
  // A second press shows the same close.
  expect((await device.post('close', { number: 1 })).body.close).toEqual(close);
  expect((await operate('terminals.close')).number).toBeNull();
  // What is paid later is in the next one.
  await pay(world, merchant, unpaid);
  expect(await operate('terminals.close')).toMatchObject({
    number: 2,
    totals: { sales: 1, first_number: 3, total: { amount: '2.5', currency: 'EUR' } },
  });
  const closes = await operate('terminals.closes');
  expect(closes.map(({ number, closed_by }) => [number, closed_by])).toEqual([
    [2, 'test'],
    [1, 'Ada'],
  ]);
  const { rows } = await operate('terminals.sales', { limit: '2' });
  expect(rows.map(({ number, close_number }) => [number, close_number])).toEqual([
    [3, 2],
    [2, 1],
  ]);
  const next = await operate('terminals.sales', { after: rows[1]?.id });
  expect(next).toMatchObject({ rows: [{ number: 1, net: { amount: '4.21' } }], next: null });
  await expect(
    world.app.db.query('update terminal_sales set close_number = 9 where close_number = 1'),
  ).rejects.toThrow('belongs to one close');
});

test('sales that are paid while a terminal is closed are in exactly one close', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => sold(coffee(n + 1))));
  const paying = ids.map(async (id) => {
    const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'it is open');
    const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
    await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  });
  await Promise.all(paying);
  let isDone = false;
  const closing = (async () => {
    while (!isDone) {
      const at = operate('terminals.close');
      await Promise.all([at, operate('terminals.close'), operate('terminals.totals')]);
    }
  })();
  for (let n = 0; n < 12; n++) await world.mine('LTC', 1);
  isDone = true;
  await closing;
  await operate('terminals.close');
  const closes = await operate('terminals.closes');
  const { rows } = await operate('terminals.sales');
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
  expect(rows.every(({ close_number: number }) => number !== null)).toBe(true);
  expect(closes.reduce((sum, { totals }) => sum + totals.sales, 0)).toBe(ids.length);
  const cents = closes.reduce(
    (sum, { totals }) => sum + Math.round(Number(totals.total.amount) * 100),
    0,
  );
  expect(cents).toBe(21 * 250);
  expect(closes.map(({ number }) => number)).toEqual(closes.map((_, n) => closes.length - n));
});
