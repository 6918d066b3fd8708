// Payment links for people who operate: the list page by page, what one sells and asks for, only of the project.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { personIn } from '../people/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC', 'BTC'] });
  shop = await world.merchant();
  other = await world.merchant();
});
afterAll(() => world.close());

const read: OperatorReader = (name, values) =>
  operatorReader(world)(name, { project: shop.project.id, ...values });

test('newest first, with their state, page by page, only of the project', async () => {
  const make = (terms: object, of = shop) =>
    of.api.paymentLinks.create({ name: 'Tea', price_currency: 'EUR', ...terms });
  const tea = await make({ price_amount: '25.00', stock: 3 });
  const soldOut = await make({ price_amount: '5000', price_currency: 'SATS', stock: 0 });
  const tips = await make({ name: 'Tips' });
  const over = await make({ expires_at: new Date(world.clock.now() + DAY).toISOString() });
  await make({}, other);
  await shop.api.paymentLinks.switch(tips.id, { active: false });
  await world.advance(2 * DAY);

  const { rows } = await read('payment-links.list', {});
  expect(rows).toMatchObject([
    { id: over.id, state: 'over', price: null, expires_at: expect.any(String) },
    { id: tips.id, name: 'Tips', state: 'off', price: null, raised: null },
    { id: soldOut.id, state: 'sold_out', price: { amount: '5000.0', currency: 'SATS' } },
    { id: tea.id, state: 'open', stock: 3, taken: 0, url: tea.url, expires_at: null },
  ]);
  const page = await read('payment-links.list', { limit: '3' });
  expect(page.next).toBe(soldOut.id);
  const next = await read('payment-links.list', { limit: '3', after: page.next });
  expect(next.rows.map(({ id }) => id)).toEqual([tea.id]);
  expect(next.next).toBeNull();
});

test('one with its terms; a foreign and a missing one look the same', async () => {
  const { id } = await shop.api.paymentLinks.create({
    name: 'A roof',
    description: 'for the cats',
    price_currency: 'EUR',
    amount_min: '5.00',
    pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC', network: 'bitcoin' }],
    fields: [{ label: 'Color', required: true }],
    email: 'optional',
    donation: { goal_amount: '500.00' },
  });
  expect(await read('payment-links.show', { link_id: id })).toMatchObject({
    description: 'for the cats',
    price: null,
    amount_min: { amount: '5.0', currency: 'EUR' },
    amount_max: null,
    coins: ['LTC', 'BTC bitcoin'],
    fields: ['Color'],
    email: 'optional',
    shipping_address: false,
    goal: { amount: '500.0', currency: 'EUR' },
    raised: { amount: '0.0', currency: 'EUR' },
    pending: { amount: '0.0', currency: 'EUR' },
    donations: 0,
  });
  const answers = await Promise.all(
    [{ project: other.project.id, link_id: id }, { link_id: shop.project.id }].map((values) =>
      read('payment-links.show', values).catch((error) => error.code),
    ),
  );
  expect(answers).toEqual(['not_found', 'not_found']);
});

test('a member of another project sees none', async () => {
  const member = { projectId: other.project.id, roles: ['support' as const] };
  const sue = await personIn(world, { name: 'Sue' }, member);
  const ask = (project: string) => sue.request(`/operations/payment-links.list?project=${project}`);
  expect((await ask(shop.project.id)).status).toBe(404);
  expect((await ask(other.project.id)).body.data.rows).toHaveLength(1);
});
