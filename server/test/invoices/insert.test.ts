// Invoices that are created at the same moment are stored in one statement: each has its own result and its own
// address.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { type CreateInvoiceInput, createInvoice } from '../../src/invoices/create.ts';
import type { InvoiceRow } from '../../src/invoices/store-invoices.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { newInvoice } from '../flows/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_ADDRESS_POOL: '3' });
  merchant = await world.merchant();
});
afterAll(() => world.close());

/** Calls only the command, in the same tick as others: they are queued for one batch. */
function create(terms: { id?: string; customId?: string; coin?: string }): Promise<InvoiceRow> {
  const { id = newId(world.app.clock, world.app.random), customId, coin = 'LTC' } = terms;
  return createInvoice(world.app, { project: merchant.project, objectId: id }, {
    price_amount: '10',
    price_currency: 'EUR',
    pay_currency: coin,
    custom_id: customId,
  } as CreateInvoiceInput);
}

async function listed(): Promise<{ rows: number; total: number; counted: number }> {
  const { data, meta } = await merchant.api.transactions.list({ limit: 200 });
  const invoices = await merchant.api.invoices.list({ limit: 1 });
  return { rows: data.length, total: meta.total, counted: invoices.meta.total };
}

test('of many with one custom_id one is stored, the others fail separately, and the rest is stored', async () => {
  const before = await listed();
  await create({ customId: 'old' });
  const outcomes = await Promise.allSettled([
    ...['a', 'b', 'a', 'old', 'c', 'b'].map((customId) => create({ customId })),
    create({}),
    create({}),
  ]);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
    true,
    true,
  ]);
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(new Set(reasons)).toEqual(new Set(['duplicate_custom_id']));
  const after = await listed();
  expect(after).toEqual({
    rows: before.rows + 6,
    total: before.total + 6,
    counted: before.counted + 6,
  });
});

test('an invoice requested again by its ID is the existing one, with its first terms', async () => {
  const id = newId(world.app.clock, world.app.random);
  const first = await create({ id, customId: 'once' });
  const before = await listed();
  const [again, other] = await Promise.all([create({ id, customId: 'once' }), create({})]);
  expect(again).toEqual(first);
  const twice = newId(world.app.clock, world.app.random);
  const [one, same] = await Promise.all([create({ id: twice }), create({ id: twice })]);
  expect(one).toEqual(same);
  expect(other.id).not.toBe(id);
  expect(await listed()).toMatchObject({ rows: before.rows + 2, counted: before.counted + 2 });
});

test('more concurrent invoices than free addresses each get their own address of their coin', async () => {
  const coins = ['LTC', 'BTC', 'XRP', 'LTC', 'ETH', 'XRP', 'BCH', 'LTC'];
  const rows = await Promise.all(
    Array.from({ length: 48 }, (_, n) => create({ coin: coins[n % coins.length] ?? 'LTC' })),
  );
  expect(new Set(rows.map((row) => `${row.address} ${row.tag}`)).size).toBe(rows.length);
  const owned = await world.app.db.query<{ id: string; coin: string }>(
    `select owner_id as id, coin from addresses where owner_id = any($1::uuid[]) and owner_type = 'invoice'`,
    [rows.map((row) => row.id)],
  );
  expect(new Map(owned.map((row) => [row.id, row.coin]))).toEqual(
    new Map(rows.map((row) => [row.id, row.pay_currency])),
  );
  expect(await auditLedger(world.app.db)).toEqual([]);
});

test('a merchant with notifications of new invoices gets each once', async () => {
  const reported = await world.merchant({ sendsInvoiceCreated: true });
  const invoices = await Promise.all(
    ['x', 'y', 'z'].map((customId) => newInvoice(reported, { custom_id: customId })),
  );
  await expect(newInvoice(reported, { custom_id: 'x' })).rejects.toMatchObject({ status: 409 });
  await world.settle();
  expect(reported.callbacks.map(({ event, data }) => [event, data.id]).sort()).toEqual(
    invoices.map(({ id }) => ['created', id]).sort(),
  );
});
