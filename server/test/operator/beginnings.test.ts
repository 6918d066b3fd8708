// Guarantees of searching invoices, customers, channels and subscriptions: by a prefix of the id, reference or email,
// page by page, each once, only in this project, and combined with other filters. Details are of the object only.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  shop = await world.merchant();
  const other = await world.merchant();
  for (const { api } of [shop, other]) {
    for (const id of ['anna', 'anna-2', 'Anna', 'änne', 'bert'])
      await api.customers.create({ id, currency: 'EUR' });
    for (const custom_id of ['order-1', 'order-2', 'order-10', 'Order', 'x%'])
      await api.channels.create({
        name: custom_id,
        custom_id,
        pay_currency: 'BTC',
        receiver_currency: 'EUR',
        ...(custom_id === 'order-2' && { customer_id: 'anna' }),
      });
    for (const payer_email of [
      'anna@a.example',
      'Anna@b.example',
      'anna@a.example',
      'bert@a.example',
    ])
      await api.subscriptions.create({
        name: payer_email,
        payer_email,
        amount: '5.00',
        currency: 'EUR',
        period: 'month',
        period_quantity: 1,
        starts_at: new Date(world.clock.now() + 5 * DAY),
      });
  }
});
afterAll(() => world.close());

const OLD = '2020-01-01T00:00:00Z';

const read: OperatorReader = (name, values) =>
  operatorReader(world)(name, { project: shop.project.id, ...values });

/** One row per page. */
async function all(
  name: Parameters<OperatorReader>[0],
  values: object,
  field: string,
): Promise<unknown[]> {
  const seen: unknown[] = [];
  let after: string | null = null;
  do {
    const page = (await read(name, {
      ...values,
      limit: '1',
      ...(after && { after }),
    })) as unknown as {
      readonly rows: readonly Readonly<Record<string, unknown>>[];
      readonly next: string | null;
    };
    seen.push(...page.rows.map((row) => row[field]));
    after = page.next;
  } while (after !== null && seen.length < 20);
  return seen;
}

test('customers by a prefix of their id', async () => {
  expect(await all('customers.list', { begins: 'anna' }, 'id')).toEqual(['anna', 'anna-2']);
  expect(await all('customers.list', { begins: 'ä' }, 'id')).toEqual(['änne']);
  expect(await all('customers.list', {}, 'id')).toHaveLength(5);
  expect(await all('customers.list', { from: OLD }, 'id')).toHaveLength(5);
  expect(await all('customers.list', { begins: 'anna', from: OLD }, 'id')).toHaveLength(2);
  expect(await all('customers.list', { begins: 'anna', to: OLD }, 'id')).toEqual([]);
});

test('channels by a prefix of their reference, and by more', async () => {
  const found = (values: object) => all('channels.list', values, 'custom_id');
  expect(await found({ custom_id: 'order-' })).toEqual(['order-1', 'order-10', 'order-2']);
  expect(await found({ custom_id: 'order-', customer_id: 'anna' })).toEqual(['order-2']);
  expect(await found({ custom_id: 'x%' })).toEqual(['x%']);
  expect(await found({ status: 'disabled' })).toEqual([]);
  expect(await found({ coin: 'BTC', status: 'enabled' })).toHaveLength(5);
  expect(await found({ from: OLD })).toHaveLength(5);
  expect(await found({ to: OLD })).toEqual([]);
  expect(await found({ custom_id: 'order-', from: OLD })).toHaveLength(3);
  expect(await found({ custom_id: 'order-', to: OLD })).toEqual([]);
});

test('subscriptions by a prefix of the email in any case, and by more', async () => {
  const found = (values: object) => all('subscriptions.list', values, 'payer_email');
  const annas = ['anna@a.example', 'anna@a.example', 'Anna@b.example'];
  expect(await found({ payer_email: 'ANNA@' })).toEqual(annas);
  expect(await found({ payer_email: 'anna@a.example' })).toEqual(annas.slice(0, 2));
  expect(await found({ payer_email: 'anna', status: 'active' })).toEqual(annas);
  expect(await found({ payer_email: 'anna', status: 'cancelled' })).toEqual([]);
  expect(await found({ currency: 'EUR' })).toHaveLength(4);
  expect(await found({ from: OLD })).toHaveLength(4);
  expect(await found({ to: OLD })).toEqual([]);
  expect(await found({ payer_email: 'anna', from: OLD })).toEqual(annas);
  expect(await found({ payer_email: 'anna', to: OLD })).toEqual([]);
});

test('invoices by a prefix of the email in any case, and by more, also of all projects', async () => {
  const { api } = shop;
  for (const [payer_email, pay_currency] of [
    ['anna@a.example', 'BTC'] as const,
    ['Anna@b.example', 'BTC'] as const,
    ['bert@a.example', 'BTC'] as const,
    [undefined, 'BTC'] as const,
  ])
    await api.invoices.create({
      price_amount: '5.00',
      price_currency: 'EUR',
      pay_currency,
      custom_id: payer_email,
      ...(payer_email && { payer_email }),
    });
  const found = (values: object) => all('invoices.list', values, 'custom_id');
  expect(await found({ payer_email: 'ANNA@' })).toEqual(['anna@a.example', 'Anna@b.example']);
  expect(await found({ payer_email: 'anna@a' })).toEqual(['anna@a.example']);
  expect(await found({ payer_email: 'anna', status: 'unresolved' })).toEqual([]);
  expect(await found({ payer_email: 'anna', to: '2020-01-01T00:00:00Z' })).toEqual([]);
  const everywhere = await operatorReader(world)('invoices.list', { payer_email: 'anna@b' });
  expect(everywhere).toMatchObject({ rows: [{ custom_id: 'Anna@b.example' }] });
});

test('a customer named only by a channel', async () => {
  const known = { currency: 'EUR', paid: [], held: [], is_all: true };
  expect(await read('customers.show', { customer_id: 'anna' })).toMatchObject(known);
  await expect(read('customers.show', { customer_id: 'nobody' })).rejects.toThrow();
});
