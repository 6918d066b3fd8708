// The transaction list from a merchant's view: when a row appears, when it counts, and its pages.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { newInvoice } from '../flows/support.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

test('an invoice`s row exists from its creation and counts from its completion', async () => {
  const merchant = await world.merchant();
  const invoice = await newInvoice(merchant, { description: 'Tea', custom_id: 'o-1' });
  const rows = async () => (await merchant.api.transactions.list({})).data;
  const [created] = await rows();
  expect(created).toMatchObject({
    reference_id: invoice.id,
    reference_type: 'Invoice',
    status: 'new',
    risk: null,
    amount: '9.9',
    balance: '0.0',
    fee: '0.1',
    fee_currency: 'EUR',
    currency: 'EUR',
    description: 'Tea',
    custom_id: 'o-1',
    created_at: invoice.created_at,
  });
  await world.advance(5 * SECOND);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  expect(await rows()).toMatchObject([
    { id: created?.id, created_at: created?.created_at, status: 'completed', balance: '9.9' },
  ]);
});

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

test.each(orders)(
  'completed in the order %i %i %i, every balance is the sum of the completed rows up to it',
  async (...order) => {
    const merchant = await world.merchant();
    const prices = [1000n, 2000n, 4000n];
    const invoices = [];
    for (const price of prices) {
      invoices.push(await newInvoice(merchant, { price_amount: `${price / 100n}.00` }));
    }
    const credits = prices.map((price) => (price * 99n) / 100n);
    const done = new Set<number>();
    for (const place of order) {
      await world.pay({ invoice_id: invoices[place]?.id });
      await world.mine('LTC');
      done.add(place);
      let sum = 0n;
      const expected = credits.map((credit, n) => {
        if (done.has(n)) sum += credit;
        return sum;
      });
      const { data } = await merchant.api.transactions.list({ currency: 'EUR' });
      expect(data.map((row) => cents(row.balance)).reverse()).toEqual(expected);
    }
    const { data: accounts } = await merchant.api.accounts.list();
    const account = accounts.find((item) => item.currency === 'EUR');
    expect(cents(account?.balance ?? '')).toBe(6930n);
  },
);

test('pages over mixed accounts show every row once, newest first, while new rows come in', async () => {
  const merchant = await world.merchant();
  const ids: string[] = [];
  const create = async (n: number) => {
    const price_currency = ['EUR', 'USD', 'LTC'][n % 3] ?? 'EUR';
    ids.push((await newInvoice(merchant, { price_currency })).id);
  };
  for (let n = 0; n < 12; n++) await create(n);
  const first = await merchant.api.transactions.list({ limit: 5 });
  expect(first.meta).toEqual({ total: 12, has_more: true });
  await create(12);
  const rest = [];
  let after = first.data.at(-1)?.id;
  for (let hasMore = true; hasMore; ) {
    const page = await merchant.api.transactions.list({ limit: 5, starting_after: after });
    rest.push(...page.data);
    after = page.data.at(-1)?.id;
    hasMore = page.meta.has_more;
  }
  const shown = [...first.data, ...rest].map((row) => row.reference_id);
  expect(shown).toEqual(ids.slice(0, 12).reverse());
});

test('a page has 50 rows unless another limit is requested, and at most 200', async () => {
  const merchant = await world.merchant();
  await Promise.all(Array.from({ length: 60 }, () => newInvoice(merchant)));
  expect((await merchant.api.transactions.list({})).data).toHaveLength(50);
  expect((await merchant.api.transactions.list({ limit: 200 })).data).toHaveLength(60);
  expect((await merchant.api.transactions.list({ limit: 1 })).data).toHaveLength(1);
  for (const limit of [0, 201, -1]) {
    const wrong = merchant.api.transactions.list({ limit });
    await expect(wrong).rejects.toMatchObject({ status: 422, code: 'invalid' });
  }
});

test('another project`s rows are never shown, and its cursor is not valid', async () => {
  const [mine, other] = [await world.merchant(), await world.merchant()];
  await newInvoice(mine);
  await newInvoice(other);
  const { data } = await other.api.transactions.list({});
  expect(data).toHaveLength(1);
  const foreign = mine.api.transactions.list({ starting_after: data[0]?.id });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
});

function cents(text: string): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(2, '0'));
}
