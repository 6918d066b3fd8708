// Guarantees of the search for amounts: with a decimal point or comma, among pending items of any age, and among
// matched and unmatched deposits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { SLICE } from '../../src/db/newest-page.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'], sends: false });
  shop = await world.merchant();
  read = operatorReader(world);
});
afterAll(() => world.close());

async function find(text: string, project?: string): Promise<string[]> {
  const found = await read('search.find', { text, project });
  return found.map(({ type, id }) => `${type} ${id}`);
}

test('a comma finds the same as a point; matched deposits are found as well', async () => {
  const invoice = await shop.api.invoices.create({
    price_amount: '10.50',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  expect(await find('10,50')).toEqual([`invoice ${invoice.id}`]);
  expect(await find('10,50', shop.project.id)).toEqual([`invoice ${invoice.id}`]);
  await world.pay({ invoice_id: invoice.id, amount: '0.0123' });
  await world.pay({ invoice_id: invoice.id, amount: '0.0234' });
  await world.mine('LTC', 10);
  const [first] = await world.app.db.query<{ id: string }>(
    'select id from deposits where amount = 1230000',
  );
  const hit = `deposit ${defined(first, 'the first part').id}`;
  expect(await find('0,0123')).toContain(hit);
  expect(await find('0,0123', shop.project.id)).toContain(hit);
  expect(await find('0,0123', (await world.merchant()).project.id)).toEqual([]);
});

test('an ambiguous amount finds both readings', async () => {
  const create = (price: string, currency: string) =>
    shop.api.invoices.create({
      price_amount: price,
      price_currency: currency,
      pay_currency: 'LTC',
    });
  const invoices = [await create('3250', 'EUR'), await create('3.25', 'EUR')];
  const hits = invoices.map(({ id }) => `invoice ${id}`).sort();
  expect((await find('3.250')).sort()).toEqual(hits);
  expect((await find('3,250')).sort()).toEqual(hits);
  expect(await find('3250')).toEqual([hits.find((hit) => hit.endsWith(invoices[0]?.id ?? ''))]);
});

test('pending items are found behind many newer ones', async () => {
  const invoice = await shop.api.invoices.create({
    price_amount: '77.10',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.database.owner.query(
    `update invoices set status = 'unresolved', status_context = 'underpaid', due_at = null where id = $1`,
    [invoice.id],
  );
  const columns = `project_id, network, address, price_amount, price_currency, pay_amount, pay_currency, fee, fee_percent,
    created_at, expires_at`;
  await world.database.owner.query(
    `insert into invoices (id, status, ${columns})
     select ('ffffffff-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'cancelled',
       ${columns.replace('price_amount', '1')}
     from invoices, generate_series(1, $2::int) n where id = $1`,
    [invoice.id, 4 * SLICE + 1],
  );
  expect(await find('77.10')).toEqual([`invoice ${invoice.id}`]);
  expect(await find('77.10', shop.project.id)).toEqual([`invoice ${invoice.id}`]);
});
