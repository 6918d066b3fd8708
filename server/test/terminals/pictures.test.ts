// Pictures of items: their content decides what they are, as for logos; each terminal serves its own, for good, under
// headers that let nothing run; a change keeps the picture, and replaced ones are pushed out. And an item without tax.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { serveAllRoutes } from '../http/all-routes.ts';
import { operatorReader } from '../operator/support.ts';
import { jpeg, png, webp } from '../support/images.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Device, deviceAt, openShop, type Shop } from './support.ts';

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
const save = (more: object) =>
  operate('terminals.save-item', {
    item_id: shop.items['coffee'],
    name: 'Coffee',
    price_amount: '2.50',
    ...more,
  });
const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');
const pathOf = (address: string) => new URL(address).pathname;
const stored = async () =>
  (await world.app.db.query('select 1 from terminal_pictures where terminal_id = $1', [shop.id]))
    .length;
const shown = async () => {
  const { items } = (await device.get('state')).body;
  return items.find(({ id }: { id: string }) => id === shop.items['coffee']).picture;
};

test('the page of a terminal serves the picture of an item for good, and nothing of it can run', async () => {
  for (const [type, content] of [
    ['image/png', png(320, 80)],
    ['image/jpeg', jpeg(64, 48)],
    ['image/webp', webp(100, 50)],
  ] as const) {
    const { picture } = await save({ picture: base64(content) });
    expect(picture).toBe(`${shop.url}/pictures/${await shown()}`);
    const answer = await fastify.inject(pathOf(defined(picture, 'a picture')));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  }
  // Of another terminal, unknown, and no name of a picture.
  const name = await shown();
  const other = await openShop(world, merchant, { name: 'Counter 2' });
  const page = (of: string, file: string) => fastify.inject(`${pathOf(of)}/pictures/${file}`);
  for (const [of, file] of [
    [other.url, name],
    [shop.url, `${'0'.repeat(32)}-64x48.png`],
    [shop.url, '..%2f..%2fstate'],
    [shop.url, "x' or 1=1"],
  ] as const)
    expect((await page(of, encodeURI(file))).statusCode, file).toBe(404);
});

test.each([
  [
    'picture_type',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0"/></svg>',
  ],
  ['picture_type', '<script>alert(1)</script>'],
  ['picture_type', 'GIF89a'],
  ['picture_type', ''],
  ['picture_type', png(20, 20).subarray(0, 12)],
  ['logo_pixels', png(15, 100)],
  ['logo_pixels', webp(20, 5000)],
  ['logo_still', png(100, 100, { isAnimated: true })],
  [undefined, png(20, 20, { padding: 262_144 })],
])('a picture that is refused: %s', async (form_code, content) => {
  await expect(save({ picture: base64(content) })).rejects.toMatchObject({
    details: [{ target: 'picture', ...(form_code && { args: { form_code } }) }],
  });
  expect(await stored()).toBe(0);
});

test('a picture stays with changes of its item, is removed on request, and ten replaced ones are kept', async () => {
  const first = await save({ picture: base64(png(100, 100)) });
  expect((await save({ stock: '3' })).picture).toBe(first.picture);
  expect((await operate('terminals.show')).items[0]).toMatchObject({ picture: first.picture });
  await expect(
    save({ picture: base64(png(99, 99)), remove_picture: 'true' }),
  ).rejects.toMatchObject({ details: [{ target: 'remove_picture' }] });
  // Two items with one picture: it is stored once, and stays while one of them shows it.
  const copy = await operate('terminals.save-item', {
    name: 'Decaf',
    price_amount: '2',
    picture: base64(png(100, 100)),
  });
  expect(copy.picture).toBe(first.picture);
  expect(await stored()).toBe(1);
  expect((await save({ remove_picture: 'true' })).picture).toBeNull();
  expect(await shown()).toBeNull();
  await Promise.all(
    Array.from({ length: 15 }, (_, n) => save({ picture: base64(png(20 + n, 20)) })),
  );
  // One that is shown, that of the copy, and ten others.
  expect(await stored()).toBe(12);
  expect((await fastify.inject(pathOf(defined(copy.picture, 'a picture')))).statusCode).toBe(200);
  expect((await fastify.inject(`${pathOf(shop.url)}/pictures/${await shown()}`)).statusCode).toBe(
    200,
  );
});

test('the audit log names a picture, and holds nothing of its content', async () => {
  const content = base64(png(100, 100));
  const { picture } = await save({ picture: content });
  const rows = await world.app.db.query<{ entry: string }>(
    `select j.input::text || r.after::text as entry from journal j join journal_results r on r.journal_id = j.id
     where j.operation = 'terminals.save-item' and j.project_id = $1`,
    [merchant.project.id],
  );
  const entries = rows.map(({ entry }) => entry).join('\n');
  expect(entries).not.toContain(content.slice(0, 40));
  expect(entries).toContain(picture);
});

test('an item without tax on a terminal with one: only the others have tax, also after a discount', async () => {
  const { id } = await operate('terminals.save-item', {
    name: 'Stamp',
    price_amount: '1',
    tax_percent: '0',
  });
  expect((await operate('terminals.show')).items.at(-1)).toMatchObject({ tax_percent: '0.0' });
  const stamp = { item_id: id, quantity: 1 };
  expect((await device.sell({ lines: [stamp] })).body).toMatchObject({ tax: '0.0', total: '1.0' });
  const cake = { item_id: shop.items['cake'], quantity: 1 };
  const both = await device.sell({ lines: [stamp, cake], discount_percent: '50' });
  // Of 2.00 with 19 %: 0.319.
  expect(both.body).toMatchObject({ tax: '0.32', total: '2.5' });
  const { items } = await merchant.api.checkouts.get(both.body.id);
  expect(items.map(({ kind, amount, tax_percent }) => [kind, amount, tax_percent])).toEqual([
    ['item', '1.0', '0.0'],
    ['item', '4.0', '19.0'],
    ['discount', '0.5', '0.0'],
    ['discount', '2.0', '19.0'],
  ]);
  for (const wrong of ['-1', '100.1', 'x'])
    await expect(
      operate('terminals.save-item', { name: 'Wrong', price_amount: '1', tax_percent: wrong }),
      wrong,
    ).rejects.toMatchObject({ details: [{ target: 'tax_percent' }] });
});
