// Delivery of callbacks: order per object, retries, unreachable and slow endpoints, duplicates after a crash.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, SECOND } from '../../src/core/clock.ts';
import type { Database } from '../../src/db/database.ts';
import type { Tx } from '../../src/db/tx.ts';
import { claimDeliveries, HELD_MAX } from '../../src/events/claim.ts';
import { defaultRetrySchedule } from '../../src/events/note-attempts.ts';
import { showDelivery } from '../../src/events/resend.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  answer,
  closeReceivers,
  createShop,
  newObject,
  seen,
  silence,
  startReceiver,
} from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterEach(closeReceivers);
afterAll(() => world.close());

test('the callbacks of one object arrive in order, each after the one before it', async () => {
  const shop = await startReceiver();
  const { say, drain } = await createShop(world, [shop]);
  const id = newObject(world);
  for (let n = 1; n <= 12; n++) await say(id, n);
  await drain();
  expect(seen(shop.hits)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('while one object waits for its retry, others are not delayed, and its own order is kept', async () => {
  const [bad, good] = [newObject(world), newObject(world)];
  const shop = await startReceiver((response, hit) =>
    answer(hit.n < 10 ? 500 : 200)(response, hit),
  );
  const { say, drain } = await createShop(world, [shop]);
  await say(bad, 1);
  await say(bad, 2);
  await say(good, 10);
  await say(good, 11);
  await drain();
  expect(seen(shop.hits).sort((a, b) => a - b)).toEqual([1, 10, 11]);
  shop.state.behaviour = answer(200);
  world.clock.advance(30 * SECOND);
  await drain();
  expect(seen(shop.hits).slice(3)).toEqual([1, 2]);
});

test.each([201, 202, 204, 301, 302, 400, 404, 410, 500, 503])(
  'a response of %i is no acknowledgement',
  async (status) => {
    const shop = await startReceiver(answer(status));
    const { say, drain, deliveries } = await createShop(world, [shop]);
    await say(newObject(world), 1);
    await drain();
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
  },
);

test('an endpoint that stays down gets an attempt at every offset of the schedule, then the delivery fails', async () => {
  const shop = await startReceiver(answer(500));
  const { say, drain, deliveries, project } = await createShop(world, [shop]);
  await say(newObject(world), 1);
  await drain();
  let elapsed = 0;
  for (const [n, offset] of defaultRetrySchedule.entries()) {
    world.clock.advance(offset - elapsed - 1);
    await drain();
    expect(shop.hits).toHaveLength(n + 1);
    world.clock.advance(1);
    await drain();
    expect(shop.hits).toHaveLength(n + 2);
    elapsed = offset;
  }
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'failed', attempts: 21, next_attempt_at: null });
  const alerts = () =>
    world.app.db.query(
      `select kind, facts - 'subject' as facts from alerts where facts ->> 'project_id' = $1`,
      [project.id],
    );
  const facts = { project_id: project.id, delivery_id: delivery?.id };
  expect(await alerts()).toEqual([{ kind: 'callback_delivery_failed', facts }]);
  world.clock.advance(7 * DAY);
  await drain();
  expect(shop.hits).toHaveLength(21);
  const log = await showDelivery(world.app, project.id, defined(delivery, 'one').id);
  expect(log.attempts_made).toHaveLength(21);
  expect(new Set(shop.hits.map((hit) => hit.headers['webhook-id'])).size).toBe(1);
});

test('a failed delivery does not block later callbacks of its object', async () => {
  const shop = await startReceiver((response, hit) =>
    answer(hit.n === 1 ? 500 : 200)(response, hit),
  );
  const { say, drain } = await createShop(world, [shop]);
  const id = newObject(world);
  await say(id, 1);
  await say(id, 2);
  for (let n = 0; n <= 21; n++) {
    await drain();
    world.clock.advance(14 * HOUR);
  }
  expect(seen(shop.hits).filter((n) => n === 2)).toEqual([2]);
  expect(seen(shop.hits).at(-1)).toBe(2);
});

test('an unreachable or unresponsive endpoint delays no other', async () => {
  const dead = await startReceiver(silence);
  const alive = await startReceiver();
  const { say, worker } = await createShop(world, [dead, alive]);
  // More than are sent to one endpoint concurrently.
  for (let n = 1; n <= 40; n++) await say(newObject(world), n);
  for (let turn = 0; turn < 40 && alive.hits.length < 40; turn++) await worker.run(world.app);
  expect(seen(alive.hits).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
  expect(dead.hits.length).toBeLessThanOrEqual(8);
  closeReceivers();
  await worker.finish?.();
});

test('endpoints that responded quickly and then hang leave slots for others, and release their queue', async () => {
  const hanging = await Promise.all(
    Array.from({ length: 8 }, () =>
      startReceiver((response, hit) => (hit.n === 0 ? answer(200) : silence)(response, hit)),
    ),
  );
  const alive = await startReceiver();
  const [many, other] = [
    await createShop(world, hanging, 60_000),
    await createShop(world, [alive]),
  ];
  const { worker } = many;
  const leased = async () => {
    const rows = await world.app.db.query(
      `select 1 from deliveries where project_id = $1 and leased_until is not null and status = 'pending'`,
      [many.project.id],
    );
    return rows.length;
  };
  // All lanes are fast, and occupied by what they have in flight.
  for (let n = 0; n < 70; n++) await many.say(newObject(world), n);
  const runUntil = async (isDone: () => boolean | Promise<boolean>) => {
    while (!(await isDone())) await worker.run(world.app);
  };
  await runUntil(() => hanging.every((shop) => shop.hits.length > 8));
  await other.say(newObject(world), 1);
  await runUntil(() => alive.hits.length === 1);
  expect(hanging.flatMap((shop) => seen(shop.hits)).filter((n) => n === 0)).toHaveLength(8);
  await runUntil(async () => (await leased()) === 8 * 8);
  closeReceivers();
  await worker.finish?.();
});

test('with one slot left, an endpoint without slots goes before one with some, however old its callbacks are', async () => {
  // Excludes what earlier tests left behind.
  await world.app.db.query('update callback_endpoints set is_enabled = false');
  const shops = [
    await createShop(world, [await startReceiver()]),
    await createShop(world, [await startReceiver()]),
  ];
  for (const { say } of shops) await say(newObject(world), 1);
  const [first, second] = shops.map(({ endpoints }) => defined(endpoints[0], 'an endpoint').id);
  const held = [
    { endpointId: defined(first, 'the older'), count: 1, room: 7 },
    { endpointId: newObject(world), count: HELD_MAX - 2, room: 0 },
  ];
  const claimed = await claimDeliveries(world.app, held);
  expect(claimed.map((delivery) => delivery.endpoint_id)).toEqual([second]);
  await world.app.db.query('update deliveries set leased_until = null');
  for (const { drain } of shops) await drain();
});

test('without a place left no delivery is locked, so that another process can claim it', async () => {
  const { say, drain, project } = await createShop(world, [await startReceiver()]);
  await say(newObject(world), 1);
  const held = [{ endpointId: newObject(world), count: HELD_MAX, room: 0 }];
  expect(await claimDeliveries(world.app, held)).toEqual([]);
  // The last locker of a row stays in its xmax.
  const lockers = await world.app.db.query(
    'select xmax::text from deliveries where project_id = $1',
    [project.id],
  );
  expect(lockers).toEqual([{ xmax: '0' }]);
  await drain();
});

test('a backlog for a fast receiver arrives once each, in the order of each object', async () => {
  const shop = await startReceiver();
  const { say, drain } = await createShop(world, [shop]);
  const objects = Array.from({ length: 50 }, () => newObject(world));
  for (const step of [0, 1, 2]) {
    for (const [n, id] of objects.entries()) await say(id, n + step * 100);
  }
  await drain();
  expect(shop.hits).toHaveLength(150);
  for (const n of objects.keys()) {
    expect(seen(shop.hits).filter((hit) => hit % 100 === n)).toEqual([n, n + 100, n + 200]);
  }
});

test('callbacks that were claimed and not sent when the service stops are free immediately', async () => {
  const shop = await startReceiver((response, hit) =>
    (hit.n <= 8 ? answer(200) : silence)(response, hit),
  );
  const { say, drain, worker, project } = await createShop(world, [shop], 1000);
  for (let n = 1; n <= 60; n++) await say(newObject(world), n);
  while (shop.hits.length <= 8) await worker.run(world.app);
  await worker.finish?.();
  expect(shop.hits.length).toBeLessThan(60);
  const claimed = await world.app.db.query(
    'select 1 from deliveries where project_id = $1 and leased_until is not null',
    [project.id],
  );
  expect(claimed).toEqual([]);
  shop.state.behaviour = answer(200);
  world.clock.advance(30 * SECOND);
  await drain();
  expect(new Set(seen(shop.hits)).size).toBe(60);
});

test('an attempt that cannot be recorded does not affect those recorded with it', async () => {
  const shop = await startReceiver();
  const { say, worker, deliveries } = await createShop(world, [shop]);
  for (let n = 1; n <= 5; n++) await say(newObject(world), n);
  const poisoned = defined((await deliveries())[2], 'one of five').id;
  const { db } = world.app;
  const guard = (tx: Tx): Tx => ({
    ...tx,
    query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const isNote = text.includes('delivery_attempts');
      if (isNote && (values[1] as string[]).includes(poisoned))
        return Promise.reject(new Error('poison'));
      return tx.query(text, values);
    },
  });
  const transaction: Database['transaction'] = (work) => db.transaction((tx) => work(guard(tx)));
  const app = otherApp(world.app, { db: { ...db, transaction } });
  while ((await worker.run(app)) > 0);
  const open = (await deliveries()).filter((delivery) => delivery.status !== 'delivered');
  expect(open.map((delivery) => delivery.id)).toEqual([poisoned]);
});

test('a slow response counts as a failure, and is retried', async () => {
  const shop = await startReceiver(silence);
  const { say, drain, deliveries, project } = await createShop(world, [shop], 200);
  await say(newObject(world), 1);
  await drain();
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1 });
  const log = await showDelivery(world.app, project.id, defined(delivery, 'one').id);
  expect(log.attempts_made).toMatchObject([{ failure: expect.stringContaining('timeout') }]);
  shop.state.behaviour = answer(200);
  world.clock.advance(30 * SECOND);
  await drain();
  expect((await deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 2 });
});

test('a crash between sending and recording leads to a duplicate with the same id, never to a loss', async () => {
  const shop = await startReceiver();
  const { say, worker, drain, deliveries } = await createShop(world, [shop]);
  const id = newObject(world);
  await say(id, 1);
  await say(id, 2);
  const { db } = world.app;
  const cut = (tx: Tx): Tx => ({
    ...tx,
    query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
      if (text.includes('delivery_attempts')) return Promise.reject(new Error('killed'));
      return tx.query(text, values);
    },
  });
  const transaction: Database['transaction'] = (work) => db.transaction((tx) => work(cut(tx)));
  const dying = otherApp(world.app, { db: { ...db, transaction } });
  await worker.run(dying);
  await worker.finish?.();
  expect(seen(shop.hits)).toEqual([1]);
  await drain();
  expect(seen(shop.hits)).toEqual([1]);
  await world.app.db.query('update deliveries set leased_until = now()');
  await drain();
  expect(seen(shop.hits)).toEqual([1, 1, 2]);
  expect(shop.hits[1]?.headers['webhook-id']).toBe(shop.hits[0]?.headers['webhook-id']);
  expect((await deliveries()).every((delivery) => delivery.status === 'delivered')).toBe(true);
});
