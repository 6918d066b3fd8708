// New invoices of several projects in one statement: each project gets its own result, as if it had come alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { defined } from '../../src/core/assert.ts';
import { AppError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import { type CreateInvoiceInput, createInvoice } from '../../src/invoices/create.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { countingApp } from '../support/counting-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchants: readonly Merchant[];
beforeAll(async () => {
  world = await createWorld({ CHAINTILL_ADDRESS_POOL: '40' });
  merchants = await Promise.all([world.merchant(), world.merchant(), world.merchant()]);
});
afterAll(() => world.close());

const merchantAt = (n: number) => defined(merchants[n], 'one of three');

const counting = () => countingApp(world.app, 'write');

/** The result: its id, or the error code. */
async function create(
  app: App,
  { project }: Merchant,
  { customId, id = newId(app.clock, app.random) }: { customId?: string; id?: string } = {},
): Promise<string> {
  const price = { price_amount: '10', price_currency: 'EUR', pay_currency: 'LTC' };
  const input = { ...price, custom_id: customId } as CreateInvoiceInput;
  try {
    return (await createInvoice(app, { project, objectId: id }, input)).id;
  } catch (error) {
    return error instanceof AppError ? error.code : 'fault';
  }
}

/** The merchant's invoices as listed, as counted, and as rows of the transaction list. */
async function have({ api }: Merchant): Promise<number[]> {
  const { data, meta } = await api.invoices.list({ limit: 200 });
  return [data.length, meta.total, (await api.transactions.list({})).meta.total];
}

test('one statement, and a result each: a custom_id that another uses is free', async () => {
  const { app, counted } = counting();
  const [one, two, three] = [merchantAt(0), merchantAt(1), merchantAt(2)];
  const requested = [one, two, three, two, one, one].map((merchant, n) =>
    create(app, merchant, { customId: `order-${n > 2 ? n : 0}` }),
  );
  const ids = await Promise.all(requested);
  expect(counted()).toBe(1);
  expect(new Set(ids).size).toBe(6);
  expect(await Promise.all(merchants.map(have))).toEqual([
    [3, 3, 3],
    [2, 2, 2],
    [1, 1, 1],
  ]);
  const owned = await world.app.db.query<{ id: string; project_id: string; address: string }>(
    `select i.id, a.project_id, a.address from invoices i
       join addresses a on a.owner_id = i.id and a.owner_type = 'invoice' and a.project_id = i.project_id
         and a.address = i.address where i.id = any($1::uuid[]) limit 10`,
    [ids],
  );
  expect(new Set(owned.map(({ address }) => address)).size).toBe(6);
  const again = await Promise.all([
    create(app, one, { customId: 'order-0' }),
    create(app, two, { customId: 'order-9' }),
    create(app, three, { customId: 'order-9', id: defined(ids[2], 'made') }),
  ]);
  expect(again).toEqual(['duplicate_custom_id', expect.stringMatching(/-/), ids[2]]);
  expect(await have(three)).toEqual([1, 1, 1]);
  expect(await auditLedger(world.app.db)).toEqual([]);
});

test('a project whose ledger is locked by another process delays no others and is processed later', async () => {
  const { app } = counting();
  const [busy, free] = [merchantAt(0), merchantAt(1)];
  const before = await have(busy);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked: () => void = () => undefined;
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const other = world.app.db.transaction(async (tx) => {
    await lockLedger(tx, busy.project.id);
    isLocked();
    await released;
  });
  await locked;
  const waiting = [create(app, busy), create(app, busy)];
  expect(await create(app, free)).toMatch(/-/);
  expect(await have(busy)).toEqual(before);
  release();
  await other;
  expect(new Set(await Promise.all(waiting)).size).toBe(2);
  expect(await have(busy)).toEqual(before.map((n) => n + 2));
});

test('notifications of new invoices are per project', async () => {
  const { app, counted } = counting();
  const [reported, quiet] = [await world.merchant({ sendsInvoiceCreated: true }), merchantAt(1)];
  const [id] = await Promise.all([create(app, reported), create(app, quiet)]);
  expect(counted()).toBe(0);
  await world.settle();
  expect(reported.callbacks.map(({ event, data }) => [event, data.id])).toEqual([['created', id]]);
  expect(quiet.callbacks).toEqual([]);
});

test('a statement that fails for one project fails for no other', async () => {
  const { app } = counting();
  const [broken, sound] = [await world.merchant(), merchantAt(1)];
  await world.database.owner.query(
    `alter table invoices add constraint broken check (project_id <> '${broken.project.id}')`,
  );
  const outcomes = await Promise.all([create(app, sound), create(app, broken), create(app, sound)]);
  await world.database.owner.query('alter table invoices drop constraint broken');
  expect(outcomes).toEqual([expect.stringMatching(/-/), 'fault', expect.stringMatching(/-/)]);
});
