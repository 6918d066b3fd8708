// What strangers and dishonest staff try at a terminal: PINs guessed from many clients and for many people, sessions
// that should have ended, requests that use up the budget of others, and numbers beyond all limits.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { endSessions } from '../../src/terminals/sessions.ts';
import { PAGE_REQUESTS_PER_MINUTE } from '../../src/web/routes.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { operatorReader } from '../operator/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Device, deviceAt, openShop, type Shop } from './support.ts';

let world: World;
let merchant: Merchant;
let fastify: FastifyInstance;
let shop: Shop;
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
});

const newDevice = (address?: string) =>
  deviceAt({ fastify, world, ...(address && { address }) }, shop.url);
const operate: ReturnType<typeof operatorReader> = (name, values) =>
  operatorReader(world)(name, { project: merchant.project.id, terminal_id: shop.id, ...values });
const ada = (device: Device, more: object = {}, pin = '1234') =>
  device.signIn(shop.staff['ada'] ?? '', pin, more);
const bob = (device: Device, more: object = {}, pin = '987654') =>
  device.signIn(shop.staff['bob'] ?? '', pin, more);
const coffee = (more: object = {}) => ({
  lines: [{ item_id: shop.items['coffee'], quantity: 1 }],
  ...more,
});
const isIn = async (device: Device) => (await device.get('sales')).status === 200;

test('guesses from many clients, spread over staff, are limited in all; the device at the counter goes on', async () => {
  const counter = newDevice();
  const { display_code } = (await ada(counter)).body.session;
  const statuses: number[] = [];
  for (let n = 0; n < 60; n++) {
    const guess = n % 2 === 0 ? ada : bob;
    statuses.push((await guess(newDevice(), {}, '0000')).status);
  }
  expect(statuses.filter((status) => status === 422).length).toBeLessThan(50);
  expect(statuses.slice(50)).toEqual(Array(10).fill(429));
  expect((await ada(newDevice())).status).toBe(429);
  expect((await ada(counter, { display_code })).status).toBe(200);
  expect((await bob(counter, { display_code })).status).toBe(200);
  // What looks like a code of this terminal is none.
  expect((await ada(newDevice(), { display_code: 'A'.repeat(22) })).status).toBe(429);
});

test('a person cannot guess the PIN of another one between sign-ins of their own', async () => {
  const counter = newDevice();
  const { display_code } = (await bob(counter)).body.session;
  const statuses: number[] = [];
  for (let n = 0; n < 14; n++) {
    statuses.push((await ada(counter, { display_code }, '0000')).status);
    if (n % 5 === 4) await bob(counter, { display_code });
  }
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(4).fill(429)]);
  expect((await bob(counter, { display_code })).status).toBe(200);
  // Also not with a code of its own for each ten attempts.
  const more: number[] = [];
  for (let n = 0; n < 6; n++) {
    const other = newDevice();
    const { display_code: code } = (await bob(other)).body.session;
    for (let m = 0; m < 10; m++)
      more.push((await ada(other, { display_code: code }, '0000')).status);
  }
  expect(more.filter((status) => status === 422).length).toBeLessThanOrEqual(40);
});

test('a device has one session: the next one ends it, and the display never returns to an earlier one', async () => {
  const device = newDevice();
  const first = await ada(device);
  const { display_code } = first.body.session;
  await device.post('cart', coffee());
  const stolen = first.cookie?.split(';')[0] ?? '';
  await bob(device, { display_code });
  await device.post('session/end');
  const display = await newDevice().get(`display/state?code=${display_code}`);
  expect(display.body).toMatchObject({ cart: null, sale: null });
  const path = new URL(shop.url).pathname;
  const replayed = await fastify.inject({ url: `${path}/sales`, headers: { cookie: stolen } });
  expect(replayed.statusCode).toBe(401);
  // A device that was not used for a month is a new one.
  await world.advance(31 * DAY);
  expect((await ada(device, { display_code })).body.session.display_code).not.toBe(display_code);
});

test('of sign-ins at once on one device, one session remains', async () => {
  const device = newDevice();
  const { display_code } = (await ada(device)).body.session;
  for (let round = 0; round < 3; round++) {
    await Promise.all([ada, bob, ada].map((signIn) => signIn(device, { display_code })));
    const open = await world.app.db.query(
      'select 1 from terminal_sessions where terminal_id = $1 and ended_at is null',
      [shop.id],
    );
    expect(open).toHaveLength(1);
  }
});

test('a sign-in during a change of the PIN, of the person or of the terminal leaves no session', async () => {
  const changes = [
    `update terminal_staff set pin_hash = 'x.y' where terminal_id = $1`,
    'update terminal_staff set is_active = false where terminal_id = $1',
    'update terminals set is_active = false where id = $1',
  ];
  for (const statement of changes) {
    shop = await openShop(world, merchant);
    const device = newDevice();
    let answer: ReturnType<Device['get']> | undefined;
    await world.app.db.transaction(async (tx) => {
      await tx.query(statement, [shop.id]);
      await endSessions(tx, { project_id: merchant.project.id, id: shop.id }, null);
      answer = ada(device);
      await Promise.race([answer, new Promise((done) => setTimeout(done, 1000))]);
    });
    expect((await answer)?.status, statement).toBe(422);
    const open = await world.app.db.query(
      'select 1 from terminal_sessions where terminal_id = $1 and ended_at is null',
      [shop.id],
    );
    expect(open, statement).toEqual([]);
  }
});

test('terminals behind one address have a budget each, and strangers there use up none of it', async () => {
  const address = '203.0.113.7';
  const [one, two] = [newDevice(address), newDevice(address)];
  const { display_code } = (await ada(one)).body.session;
  await bob(two);
  expect(await isIn(two)).toBe(true);
  const display = () => one.get(`display/state?code=${display_code}`);
  expect((await display()).status).toBe(200);
  const stranger = newDevice(address);
  const statuses: number[] = [];
  for (let n = 0; n < PAGE_REQUESTS_PER_MINUTE + 100; n++)
    statuses.push((await stranger.get('state')).status);
  expect(statuses.at(-1)).toBe(429);
  expect(await isIn(one)).toBe(true);
  expect(await isIn(two)).toBe(true);
  expect((await display()).status).toBe(200);
  // A session has a limit, too, which is its own.
  let last = 200;
  for (let n = 0; n < 2 * PAGE_REQUESTS_PER_MINUTE && last === 200; n++)
    last = (await one.get('state')).status;
  expect(last).toBe(429);
  expect(await isIn(two)).toBe(true);
  // An invented or ended session has the budget of its address.
  await two.post('session/end');
  let ended = 200;
  for (let n = 0; n < 2 * PAGE_REQUESTS_PER_MINUTE && ended === 200; n++) {
    await stranger.get('state');
    ended = (await two.get('state')).status;
  }
  expect(ended).toBe(429);
});

test('the display gets what the customer sees, and nothing of the staff', async () => {
  const device = newDevice();
  const { display_code } = (await ada(device)).body.session;
  await device.sell(coffee({ note: 'for the one at the window' }));
  const { body } = await newDevice().get(`display/state?code=${display_code}`);
  expect(body.sale).toEqual({ number: 1, status: 'open', total: '2.5' });
  expect(JSON.stringify(body)).not.toMatch(/Ada|window/);
});

test('a close has the next number, or shows one that exists; other numbers are refused', async () => {
  const device = newDevice();
  await ada(device);
  for (const number of [0, 2, 7, 999_999])
    expect((await device.post('close', { number })).status, `${number}`).toBe(422);
  await expect(operate('terminals.close', { number: '2' })).rejects.toMatchObject({
    details: [{ target: 'number' }],
  });
  expect((await device.post('close', { number: 1 })).body).toEqual({ close: null });
});

test('amounts beyond all limits, and pieces that are gone, are refused with their line', async () => {
  const device = newDevice();
  await ada(device);
  const huge = '9'.repeat(20);
  for (const cart of [
    { lines: [{ amount: huge, quantity: 9999 }] },
    { lines: Array.from({ length: 90 }, () => ({ amount: huge, quantity: 9999 })) },
    coffee({ tip_amount: huge }),
    coffee({ tip_amount: '-1' }),
    coffee({ tip_amount: '1e3' }),
    coffee({ tip_percent: '100.1' }),
    coffee({ discount_percent: `1${'0'.repeat(25)}` }),
    { lines: Array.from({ length: 91 }, () => ({ amount: '1' })) },
    { lines: [{ amount: '1', quantity: 10_000 }] },
    { lines: [{ amount: '1', quantity: 1.5 }] },
  ])
    expect((await device.sell(cart)).status, JSON.stringify(cart).slice(0, 80)).toBe(422);
  const cake = { lines: [coffee().lines[0], { item_id: shop.items['cake'], quantity: 4 }] };
  const answers = await Promise.all(Array.from({ length: 6 }, () => device.sell(cake)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(5);
  for (const { status, body } of refused) {
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ target: 'lines.1.quantity' }]);
  }
});

test('a discount of everything with a tip, many tax rates and one rate in several spellings stay exact', async () => {
  const device = newDevice();
  await ada(device);
  const tip = await device.sell(coffee({ discount_percent: '100', tip_amount: '1' }));
  expect(tip.body).toMatchObject({ discount: '2.5', tax: '0.0', tip: '1.0', total: '1.0' });
  const items = await Promise.all(
    ['19', '19.0', '19.00', '5.5'].map((tax_percent, n) =>
      operate('terminals.save-item', { name: `Tea ${n}`, price_amount: '0.03', tax_percent }),
    ),
  );
  const lines = items.map(({ id }: { id: string }) => ({ item_id: id, quantity: 1 }));
  // 0.09 with 19 %: 0.0144, and 0.03 with 5.5 %: 0.0016. Half up for each rate: 0.01 and 0.00.
  expect((await device.sell({ lines })).body).toMatchObject({ tax: '0.01', total: '0.12' });
  // Rounded down for each rate: 0.045 and 0.015.
  const half = await device.sell({ lines, discount_percent: '50' });
  expect(half.body).toMatchObject({ discount: '0.05', total: '0.07' });
});
