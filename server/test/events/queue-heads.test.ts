// One undelivered callback of each object is next; the others wait behind it, whatever ends or starts concurrently, and
// when one is resent.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND, sleep } from '../../src/core/clock.ts';
import type { Tx } from '../../src/db/tx.ts';
import { claimDeliveries } from '../../src/events/claim.ts';
import { emit } from '../../src/events/emit.ts';
import { noteAttempt } from '../../src/events/note-attempts.ts';
import { resendDelivery } from '../../src/events/resend.ts';
import { lockLedger } from '../../src/ledger/post.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  answer,
  closeReceivers,
  createShop,
  newObject,
  numbered,
  seen,
  startReceiver,
} from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(closeReceivers);
afterAll(() => world.close());

const fine = { ok: true as const, status: 200, headers: {}, bodyExcerpt: '', milliseconds: 1 };

/** Until some session of this database waits for a lock. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const rows = await world.app.db.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

async function order(projectId: string) {
  return world.app.db.query<{ status: string; waits: boolean }>(
    'select status, waits from deliveries where project_id = $1 order by seq',
    [projectId],
  );
}

/** A transaction that stays open until the test ends it. */
function begin(work: (tx: Tx) => Promise<unknown>): {
  worked: Promise<void>;
  end(): Promise<void>;
} {
  let finish = (): void => undefined;
  let done = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const worked = new Promise<void>((resolve) => {
    done = resolve;
  });
  const over = world.app.db.transaction(async (tx) => {
    await work(tx);
    done();
    await finished;
  });
  return {
    worked,
    end: () => {
      finish();
      return over;
    },
  };
}

test('a callback that is stored while the one before it ends is the next', async () => {
  const shop = await startReceiver();
  const { project, say, drain } = await createShop(world, [shop]);
  const objectId = newObject(world);
  await say(objectId, 1);
  const [first] = await claimDeliveries(world.app, []);
  const storing = begin(async (tx) => {
    await lockLedger(tx, project.id);
    await emit(tx, project.id, [numbered(objectId, 2)]);
  });
  await storing.worked;
  const delivery = defined(first, 'the first');
  const noted = noteAttempt(world.app, { delivery, outcome: fine, at: world.clock.now() });
  await untilOneWaits();
  await storing.end();
  await noted;
  expect(await order(project.id)).toEqual([
    { status: 'delivered', waits: false },
    { status: 'pending', waits: false },
  ]);
  await drain();
  expect(seen(shop.hits)).toEqual([2]);
});

test('a callback whose predecessor ends before it is stored does not wait', async () => {
  const shop = await startReceiver();
  const { project, say, drain } = await createShop(world, [shop]);
  const objectId = newObject(world);
  await say(objectId, 1);
  const ending = begin((tx) =>
    tx.query(`update deliveries set status = 'delivered' where project_id = $1`, [project.id]),
  );
  await ending.worked;
  const said = say(objectId, 2);
  await untilOneWaits();
  await ending.end();
  await said;
  await drain();
  expect(seen(shop.hits)).toEqual([2]);
});

test('a resent callback delays later ones only while it is pending, and none is lost', async () => {
  const shop = await startReceiver();
  const { project, say, drain, deliveries } = await createShop(world, [shop]);
  const objectId = newObject(world);
  await say(objectId, 1);
  await drain();
  shop.state.behaviour = answer(500);
  for (const n of [2, 3]) await say(objectId, n);
  await drain();
  const oldest = defined((await deliveries()).at(-1), 'the first');
  await resendDelivery(world.app, project.id, oldest.id);
  shop.state.behaviour = answer(200);
  await drain();
  expect(seen(shop.hits)).toEqual([1, 2, 1]);
  world.clock.advance(MINUTE);
  await drain();
  expect(seen(shop.hits)).toEqual([1, 2, 1, 2, 3]);
});

test('a pending callback stays behind earlier ones when it is resent', async () => {
  const shop = await startReceiver(answer(500));
  const { project, say, drain, deliveries } = await createShop(world, [shop]);
  const objectId = newObject(world);
  for (const n of [1, 2]) await say(objectId, n);
  await drain();
  const newest = defined((await deliveries())[0], 'the second');
  await resendDelivery(world.app, project.id, newest.id);
  shop.state.behaviour = answer(200);
  await drain();
  expect(seen(shop.hits)).toEqual([1]);
  world.clock.advance(MINUTE);
  await drain();
  expect(seen(shop.hits)).toEqual([1, 1, 2]);
});

/** Deadlocks of this database; a session reports its own a moment later. */
async function deadlocks(): Promise<number> {
  await sleep(2 * SECOND);
  const [row] = await world.app.db.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return defined(row, 'this database').deadlocks;
}

/** Two objects, the later one called back first, each with a claimed callback and the given number behind it. */
async function twoInFlight(behind: readonly [number, number]) {
  const shop = await startReceiver();
  const { project, say } = await createShop(world, [shop]);
  const objectIds = [newObject(world), newObject(world)].sort();
  for (const objectId of objectIds.toReversed()) {
    await say(objectId, 1);
    world.clock.advance(SECOND);
  }
  for (const [n, objectId] of objectIds.toReversed().entries())
    for (let more = 0; more < (behind[n] ?? 0); more++) await say(objectId, 2 + more);
  const claimed = await claimDeliveries(world.app, []);
  const own = claimed.filter((delivery) => delivery.project_id === project.id);
  const deliveries = own.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { project, objectIds, deliveries };
}

test.each([[[0, 0]], [[0, 1]], [[1, 0]], [[1, 1]]] as const)(
  'callbacks stored while their predecessors end cause no deadlock: behind them %j',
  async (behind) => {
    const { project, objectIds, deliveries } = await twoInFlight(behind);
    const before = await deadlocks();
    // Both queue up for the first of the two.
    const first = [project.id, defined(deliveries[0], 'the first').id];
    const holding = begin((tx) =>
      tx.query(
        'select 1 from deliveries where project_id = $1 and id = $2 order by id for update',
        first,
      ),
    );
    await holding.worked;
    const outcome = { outcome: fine, at: world.clock.now() };
    const noted = deliveries.map((delivery) => noteAttempt(world.app, { delivery, ...outcome }));
    await untilOneWaits();
    const stored = world.app.db.transaction(async (tx) => {
      await lockLedger(tx, project.id);
      const events = objectIds.map((objectId) => numbered(objectId, 9));
      await emit(tx, project.id, events);
    });
    await sleep(SECOND / 4);
    await holding.end();
    await Promise.all([...noted, stored]);
    expect((await deadlocks()) - before).toBe(0);
    // One callback of each object is next.
    const heads = (await order(project.id)).filter(
      ({ status, waits }) => status === 'pending' && !waits,
    );
    expect(heads).toHaveLength(2);
  },
);
