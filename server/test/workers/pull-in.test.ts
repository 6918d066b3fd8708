// After all clocks were set back, interrupted work continues within a minute: times that no right clock can have
// written are made due. Times that are only late stay unchanged.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { HOUR, wallNow } from '../../src/core/clock.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { closeReceivers, createShop, newObject, seen, startReceiver } from '../events/support.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterEach(closeReceivers);
afterAll(() => world.close());

async function pullIn({ app, assembled }: World): Promise<void> {
  await makeAllDue(app);
  const worker = assembled.workers.find(({ name }) => name === 'schedule-correction');
  await defined(worker, 'the worker').run(app);
}

test('a callback that was due before the clock step is sent', async () => {
  const shop = await startReceiver();
  const { say, drain } = await createShop(world, [shop]);
  await say(newObject(world), 1);
  await world.app.db.query(`update deliveries set next_attempt_at = $1 where status = 'pending'`, [
    new Date(world.clock.now() + HOUR),
  ]);
  await drain();
  expect(seen(shop.hits)).toEqual([]);
  await pullIn(world);
  await drain();
  expect(seen(shop.hits)).toEqual([1]);
});

test('a callback that a process claimed before the step, and did not send, is sent', async () => {
  const shop = await startReceiver();
  const { say, drain } = await createShop(world, [shop]);
  await say(newObject(world), 1);
  const claim = (until: number) =>
    world.app.db.query(`update deliveries set leased_until = $1 where status = 'pending'`, [
      new Date(until),
    ]);
  await claim(wallNow() + 20_000);
  await drain();
  expect(seen(shop.hits)).toEqual([]);
  await claim(wallNow() + HOUR);
  await drain();
  expect(seen(shop.hits)).toEqual([1]);
});
