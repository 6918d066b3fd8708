// New checkouts of several projects in one statement: each project gets its own result and its own callbacks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { type CreateCheckoutInput, createAlone } from '../../src/checkouts/create.ts';
import { defined } from '../../src/core/assert.ts';
import { AppError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { countingApp } from '../support/counting-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchants: readonly Merchant[];
beforeAll(async () => {
  world = await createWorld();
  merchants = await Promise.all([world.merchant(), world.merchant(), world.merchant()]);
});
afterAll(() => world.close());

const merchantAt = (n: number) => defined(merchants[n], 'one of three');

const counting = () => countingApp(world.app, 'write');

interface Wanted {
  readonly customId?: string;
  readonly id?: string;
}

/** Its ID and whether it is new, or the code of the error. */
async function create(
  app: App,
  { project }: Merchant,
  { customId, id = newId(app.clock, app.random) }: Wanted = {},
): Promise<readonly [string, boolean] | string> {
  const terms = { price_amount: '10', price_currency: 'EUR', custom_id: customId };
  try {
    const created = await createAlone(app, { project, objectId: id }, terms as CreateCheckoutInput);
    return [created.row.id, created.isNew];
  } catch (error) {
    return error instanceof AppError ? error.code : 'fault';
  }
}

async function total({ api }: Merchant): Promise<number> {
  const { data, meta } = await api.checkouts.list({ limit: 200 });
  expect(data).toHaveLength(meta.total);
  return meta.total;
}

test('one statement, and a result each: a custom_id that another project uses is free', async () => {
  const { app, counted } = counting();
  const [one, two, three] = [merchantAt(0), merchantAt(1), merchantAt(2)];
  const results = await Promise.all(
    [one, two, three, two, one, one].map((merchant, n) =>
      create(app, merchant, { customId: `order-${n > 2 ? n : 0}` }),
    ),
  );
  expect(counted()).toBe(1);
  const ids = results.map(([id]) => defined(id, 'made'));
  expect(new Set(ids).size).toBe(6);
  expect(await Promise.all(merchants.map(total))).toEqual([3, 2, 1]);
  await world.settle();
  for (const [n, merchant] of merchants.entries()) {
    const own = ids.filter((_, at) => [0, 1, 2, 1, 0, 0][at] === n);
    const told = merchant.callbacks.map(({ event, data }) => [event, data.id]);
    expect(told.sort()).toEqual(own.map((id) => ['created', id]).sort());
  }
});

test('what exists fails or repeats separately, and the rest of the batch is stored', async () => {
  const { app } = counting();
  const [one, two, three] = [merchantAt(0), merchantAt(1), merchantAt(2)];
  const id = newId(app.clock, app.random);
  expect(await create(app, three, { id, customId: 'mine' })).toEqual([id, true]);
  const before = await Promise.all(merchants.map(total));
  const results = await Promise.all([
    create(app, one, { customId: 'order-0' }),
    create(app, two, { customId: 'order-9' }),
    create(app, two, { customId: 'order-9' }),
    create(app, three, { id, customId: 'mine' }),
    create(app, three, { customId: 'mine' }),
  ]);
  expect(results).toEqual([
    'duplicate_custom_id',
    [expect.any(String), true],
    'duplicate_custom_id',
    [id, false],
    'duplicate_custom_id',
  ]);
  const after = await Promise.all(merchants.map(total));
  expect(after.map((n, at) => n - (before[at] ?? 0))).toEqual([0, 1, 0]);
});

test('a project whose ledger is locked by another process delays no others and is processed later', async () => {
  const { app } = counting();
  const [busy, free] = [merchantAt(0), merchantAt(1)];
  const before = await total(busy);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let other: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    other = world.app.db.transaction(async (tx) => {
      await lockLedger(tx, busy.project.id);
      locked();
      await released;
    });
  });
  const waiting = [create(app, busy), create(app, busy)];
  expect(await create(app, free)).toEqual([expect.any(String), true]);
  expect(await total(busy)).toBe(before);
  release();
  await other;
  await Promise.all(waiting);
  expect(await total(busy)).toBe(before + 2);
});
