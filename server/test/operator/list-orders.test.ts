// Guarantees of the orders of lists: each row on one page, oldest first and by amount within one currency, also when
// new ones arrive.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperatorName } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { SLICE } from '../../src/db/newest-page.ts';
import type { Values } from '../../src/operator/perform.ts';
import { requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
  shop = await world.merchant();
  await credit(world, shop, { EUR: '10000' });
  await fillWallet(world, 'BTC', ['1', '1']);
});
afterAll(() => world.close());

const read = (name: OperatorName, values: Values) => operatorReader(world)(name, values);

interface Listed {
  readonly id: string;
}

/** All rows of a list of the shop, one per page; `meanwhile` runs after the first page. */
async function whole(name: OperatorName, values: Values, meanwhile = async () => {}) {
  const seen: Listed[] = [];
  let after: unknown;
  for (let n = 0; n < 50; n++) {
    const requested = { project: shop.project.id, limit: '1', ...values, after };
    const page = (await read(name, requested)) as unknown as { rows: Listed[]; next: unknown };
    seen.push(...page.rows);
    if (n === 0) await meanwhile();
    if (page.next === null) return seen.map(({ id }) => id);
    after = String(page.next);
  }
  throw new Error('it does not end');
}

async function invoice(price_amount: string, price_currency = 'EUR', more = {}): Promise<string> {
  const requested = { price_amount, price_currency, pay_currency: 'BTC', ...more };
  const { id } = await shop.api.invoices.create(requested);
  await world.advance(MINUTE);
  return id;
}

describe('invoices', () => {
  let made: string[];
  let dollars: string;
  beforeAll(async () => {
    made = [];
    for (const price of ['30.00', '5.00', '100.00', '5.00']) made.push(await invoice(price));
    dollars = await invoice('40.00', 'USD', { payer_email: 'anna@example.com' });
  });

  test('are listed oldest first', async () => {
    const all = [...made, dollars];
    const later: string[] = [];
    const meanwhile = async () => void later.push(await invoice('1.00', 'LTC'));
    expect(await whole('invoices.list', { order: 'oldest' }, meanwhile)).toEqual([
      ...all,
      ...later,
    ]);
    expect(await whole('invoices.list', { order: 'oldest', currency: 'EUR' })).toEqual(made);
    const of = { order: 'oldest', payer_email: 'Anna' };
    expect(await whole('invoices.list', of)).toEqual([dollars]);
  });

  test('are listed by price in one currency, equal prices by time', async () => {
    const [thirty, five, hundred, laterFive] = made;
    const highest = { order: 'highest', currency: 'EUR' };
    const meanwhile = async () => void (await invoice('999.00'));
    expect(await whole('invoices.list', highest, meanwhile)).toEqual([
      hundred,
      thirty,
      laterFive,
      five,
    ]);
    const lowest = await whole('invoices.list', { order: 'lowest', currency: 'EUR' });
    expect(lowest.slice(0, 4)).toEqual([five, laterFive, thirty, hundred]);
    expect(await whole('invoices.list', { ...highest, status: 'completed' })).toEqual([]);
    expect(await whole('invoices.list', { ...highest, currency: 'USD' })).toEqual([dollars]);
  });

  test('of several currencies or projects have no order by amount', async () => {
    const ofAny = whole('invoices.list', { order: 'highest' });
    await expect(ofAny).rejects.toMatchObject({ details: [{ target: 'currency' }] });
    const ofAll = read('invoices.list', { order: 'lowest', currency: 'EUR' });
    await expect(ofAll).rejects.toMatchObject({ details: [{ target: 'project' }] });
  });

  test('behind a slice that has no match are found, each once', async () => {
    const { id: project_id } = shop.project;
    const template = defined(made[0], 'an invoice');
    await world.database.owner.query(
      `insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(),
         'price_currency', 'XRP', 'price_amount', n, 'status', case when n = 1 then 'completed' else 'new' end))).*
       from invoices i, generate_series(1, $3) n where i.project_id = $1 and i.id = $2`,
      [project_id, template, SLICE + 2],
    );
    const requested = { currency: 'XRP', order: 'highest', status: 'completed', limit: '100' };
    expect(await whole('invoices.list', requested)).toHaveLength(1);
    const all = await whole('invoices.list', { currency: 'XRP', order: 'highest', limit: '1000' });
    expect(new Set(all).size).toBe(SLICE + 2);
    expect(all).toHaveLength(SLICE + 2);
  });
});

test('withdrawals are listed oldest first, and by amount in one coin', async () => {
  const made: string[] = [];
  for (const amount of ['20', '5', '60']) {
    made.push((await requestWithdrawal(shop, amount)).id);
    await world.advance(MINUTE);
  }
  const [twenty, five, sixty] = made;
  expect(await whole('withdrawals.list', { order: 'oldest' })).toEqual(made);
  const byAmount = (order: string) => whole('withdrawals.list', { order, coin: 'BTC' });
  expect(await byAmount('highest')).toEqual([sixty, twenty, five]);
  expect(await byAmount('lowest')).toEqual([five, twenty, sixty]);
  expect(await whole('withdrawals.list', { order: 'lowest', coin: 'LTC' })).toEqual([]);
});

test('customers are listed by creation, and by ID', async () => {
  for (const id of ['bert', 'anna', 'carl', 'berta']) {
    await shop.api.customers.create({ id, currency: 'EUR' });
    await world.advance(MINUTE);
  }
  const list = (values: Values) => whole('customers.list', values);
  expect(await list({ order: 'oldest' })).toEqual(['bert', 'anna', 'carl', 'berta']);
  expect(await list({ order: 'newest' })).toEqual(['berta', 'carl', 'anna', 'bert']);
  expect(await list({ order: 'oldest', begins: 'be' })).toEqual(['bert', 'berta']);
  expect(await list({})).toEqual(['anna', 'bert', 'berta', 'carl']);
});

test('unmatched payments are listed oldest first, and by amount in one coin', async () => {
  const { id } = await shop.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC');
  for (const amount of ['0.3', '0.1', '0.2'])
    await world.pay({ invoice_id: id, amount, risk_level: 'low' });
  await world.mine('LTC');
  const made = (await shop.api.coinDeposits.list()).data.map((row) => row.id).reverse();
  const [third, first, second] = made;
  expect(await whole('deposits.unmatched', { order: 'oldest' })).toEqual(made);
  const byAmount = (order: string) => whole('deposits.unmatched', { order, coin: 'LTC' });
  expect(await byAmount('lowest')).toEqual([first, second, third]);
  expect(await byAmount('highest')).toEqual([third, second, first]);
});

test('transactions are listed oldest first, with the same balances', async () => {
  const { api } = shop;
  const newest = await api.transactions.list({ limit: 100 });
  const oldest: typeof newest.data = [];
  let after: string | undefined;
  do {
    const page = await api.transactions.list({ order: 'oldest', limit: 2, starting_after: after });
    oldest.push(...page.data);
    after = page.meta.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  expect(oldest).toEqual([...newest.data].reverse());
  for (const filter of [{ currency: 'EUR' }, { reference_type: 'CoinWithdrawal' as const }]) {
    const rows = (await api.transactions.list({ ...filter, limit: 100 })).data;
    const rising = await api.transactions.list({ ...filter, order: 'oldest', limit: 100 });
    expect(rising.data).toEqual([...rows].reverse());
    expect(rows.length).toBeGreaterThan(1);
  }
  const ofStatement = api.transactions.list({ order_by: 'booked_at', order: 'oldest' });
  await expect(ofStatement).rejects.toMatchObject({ status: 422 });
});

test('failed callbacks are listed oldest first, delivered ones are not', async () => {
  const failed = { order: 'oldest', status: 'failed' };
  expect(await whole('callbacks.deliveries', failed)).toEqual([]);
  const delivered = whole('callbacks.deliveries', { order: 'oldest' });
  await expect(delivered).rejects.toMatchObject({ details: [{ target: 'status' }] });
});
