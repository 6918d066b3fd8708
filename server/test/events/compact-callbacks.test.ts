// Delivered callbacks are packed without a visible change: the log, the feed, and each callback that is shown, resent,
// archived or deleted are byte for byte the same.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE, SECOND, wallNow } from '../../src/core/clock.ts';
import { compactCallbacksWorker } from '../../src/events/compact-callbacks.ts';
import { eventsAfter, newestPlace } from '../../src/events/feed.ts';
import { purgeCallbacksWorker } from '../../src/events/purge-callbacks.ts';
import {
  type DeliveryFilter,
  pageOfDeliveries,
  resendDelivery,
  sendTestCallback,
  showDelivery,
} from '../../src/events/resend.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import type { Worker } from '../../src/workers/worker.ts';
import { createWorld, type World } from '../support/world.ts';
import { answer, closeReceivers, createShop, newObject, startReceiver } from './support.ts';

/** The newest 200 stay unpacked. */
const NEWEST = 200;
const OLD = 40;
let archive: string;
let world: World;
beforeEach(async () => {
  archive = mkdtempSync(join(tmpdir(), 'chaintill-archive-'));
  const environment = {
    CHAINTILL_CALLBACK_RETENTION_DAYS: '31',
    CHAINTILL_EVENT_ARCHIVE_DIR: archive,
  };
  world = await createWorld(environment, { coins: ['LTC'], startsAt: wallNow() - 40 * DAY });
});
afterEach(async () => {
  closeReceivers();
  await world.close();
  rmSync(archive, { recursive: true, force: true });
});

/** Like the workers: repeats while there is more. Throws the worker's error. */
async function play(worker: Worker): Promise<void> {
  await makeAllDue(world.app);
  while ((await worker.run(world.app)) > 0);
  const [row] = await world.app.db.query<{ last_error: string | null }>(
    'select last_error from schedules where name = $1',
    [worker.name],
  );
  expect(defined(row, 'it has run').last_error).toBeNull();
}

async function aShop() {
  const receiver = await startReceiver();
  const shop = await createShop(world, [receiver, await startReceiver()]);
  const projectId = shop.project.id;
  const left = async (table: string) => {
    const sql = `select count(*)::int as n from ${table} where project_id = $1`;
    const [row] = await world.database.owner.query<{ n: number }>(sql, [projectId]);
    return row?.n;
  };
  return { receiver, shop, projectId, left };
}
type Shop = Awaited<ReturnType<typeof aShop>>;

/** Three about each of several objects, a minute apart, and enough after them that the first can be packed. */
async function aDayOf({ shop, projectId }: Shop): Promise<string> {
  const object = newObject(world);
  for (let n = 0; n < OLD; n++) {
    await shop.say(n % 3 === 0 ? object : newObject(world), n);
    world.clock.advance(MINUTE);
  }
  await sendTestCallback(world.app, projectId, defined(shop.endpoints[0], 'an endpoint').id);
  await shop.drain();
  for (let n = 0; n < NEWEST; n++) await shop.say(newObject(world), OLD + n);
  await shop.drain();
  return object;
}

const ANY = { status: null, endpointId: null, objectId: null, type: null, event: null };

/** Page after page, like a client. */
async function log(projectId: string, requested: Partial<DeliveryFilter> = {}) {
  const rows: unknown[] = [];
  let after: string | null = null;
  do {
    const filter: DeliveryFilter = {
      ...ANY,
      span: { from: null, to: null },
      limit: 7,
      ...requested,
      after,
    };
    const page = await pageOfDeliveries(world.app, projectId, filter);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return rows;
}

async function feed(projectId: string) {
  const events: unknown[] = [];
  let place = { seq: 0, id: '00000000-0000-0000-0000-000000000000' };
  for (let isMore = true; isMore; ) {
    const found = await eventsAfter(world.app.db, projectId, { place, limit: 9 });
    events.push(...found.events.map(({ id, seq, payload }) => ({ id, seq, payload })));
    ({ place, isMore } = found);
  }
  return { events, place, newest: await newestPlace(world.app.db, projectId) };
}

test('packed callbacks are read as before: the log with each filter, each callback, and the feed', async () => {
  const kept = await aShop();
  const { shop, projectId, left } = kept;
  const object = await aDayOf(kept);
  world.clock.advance(2 * DAY);
  const [delivery] = (await log(projectId, { objectId: object })) as { created_at: Date }[];
  const span = { from: defined(delivery, 'of the object').created_at, to: null };
  const filters: Partial<DeliveryFilter>[] = [
    {},
    { limit: 1000 },
    { status: 'delivered' as const },
    { status: 'failed' as const },
    { objectId: object },
    { objectId: newObject(world) },
    { type: 'Invoice' },
    { event: 'test' },
    { endpointId: defined(shop.endpoints[1], 'two').id },
    { span },
    { span: { from: null, to: span.from } },
  ];
  const read = async () => {
    const logs = [];
    for (const filter of filters) logs.push(await log(projectId, filter));
    const ids = (logs[0] as { id: string }[]).map(({ id }) => id);
    const shown = [];
    for (const id of ids) shown.push(await showDelivery(world.app, projectId, id));
    return { logs, shown, feed: await feed(projectId) };
  };
  const before = await read();
  expect(before.logs[0]).toHaveLength(2 * (OLD + NEWEST) + 1);
  await play(compactCallbacksWorker);
  expect(await left('events')).toBe(NEWEST);
  expect(await left('deliveries')).toBe(2 * NEWEST);
  expect(await left('delivery_attempts')).toBe(2 * NEWEST);
  expect(await left('callback_packs')).toBe(1);
  expect(await read()).toEqual(before);
});

test('a page above all that is packed reads no pack', async () => {
  const kept = await aShop();
  const { projectId } = kept;
  await aDayOf(kept);
  world.clock.advance(2 * DAY);
  await play(compactCallbacksWorker);
  for (let n = 0; n < 60; n++) await kept.shop.say(newObject(world), n);
  const { app, opened } = counting(world);
  const requested = { ...ANY, span: { from: null, to: null }, limit: 50 };
  let { next } = await pageOfDeliveries(app, projectId, { ...requested, after: null });
  expect(opened()).toBe(0);
  while (next !== null)
    ({ next } = await pageOfDeliveries(app, projectId, { ...requested, after: next }));
  expect(opened()).toBeGreaterThan(0);
});

test('a page opens as few packs as it needs, and misses none', async () => {
  const kept = await aShop();
  const { projectId, shop } = kept;
  const object = newObject(world);
  for (let n = 0; n < 3 * 250 + NEWEST; n++) {
    await shop.say(n === 40 ? object : newObject(world), n);
    world.clock.advance(SECOND);
  }
  await shop.drain();
  world.clock.advance(2 * DAY);
  const all = (await log(projectId, { limit: 5000 })) as { id: string; created_at: Date }[];
  const expected = await feed(projectId);
  await play(compactCallbacksWorker);
  expect(await kept.left('callback_packs')).toBe(3);
  expect(await log(projectId, {})).toEqual(all);
  expect(await feed(projectId)).toEqual(expected);

  const { app, opened } = counting(world);
  const page = (requested: Partial<DeliveryFilter>) =>
    pageOfDeliveries(app, projectId, {
      ...ANY,
      span: { from: null, to: null },
      limit: 50,
      after: null,
      ...requested,
    });
  const newest = defined(all[2 * NEWEST], 'the newest that is packed');
  expect((await page({ after: newest.id })).rows).toHaveLength(50);
  // One for the position itself.
  expect(opened()).toBe(2);
  const late = defined(all.at(-60), 'of the first pack').created_at;
  expect((await page({ span: { from: null, to: late } })).rows).toHaveLength(50);
  expect(opened()).toBe(3);
  expect((await page({ after: newest.id, type: 'Nothing' })).rows).toEqual([]);
  expect(opened()).toBe(7);
  const place = { seq: 0, id: (defined(expected.events[0], 'the first') as { id: string }).id };
  expect((await eventsAfter(app.db, projectId, { place, limit: 50 })).events).toHaveLength(50);
  expect(opened()).toBe(8);
});

test('a pack that gets another key while a page is read is not missed', async () => {
  const kept = await aShop();
  const { projectId } = kept;
  await aDayOf(kept);
  world.clock.advance(2 * DAY);
  await play(compactCallbacksWorker);
  const all = (await log(projectId, { limit: 5000 })) as { id: string; event_id: string }[];
  const encodeBatch = defined(all[2 * NEWEST], 'the newest that is packed');
  const { db } = world.app;
  let isSentAgain = false;
  const query: typeof db.query = async (text, values) => {
    if (/^select body from callback_packs/.test(text) && !isSentAgain) {
      isSentAgain = true;
      await resendDelivery(world.app, projectId, encodeBatch.id);
    }
    return db.query<never>(text, values);
  };
  const app = { ...world.app, db: { ...db, query } };
  const requested = { ...ANY, span: { from: null, to: null }, limit: 5000, after: null };
  const { rows } = await pageOfDeliveries(app, projectId, requested);
  expect(isSentAgain).toBe(true);
  const others = (list: readonly { id: string; event_id: string }[]) =>
    list.filter((row) => row.event_id !== encodeBatch.event_id).map(({ id }) => id);
  expect(others(rows)).toEqual(others(all));
});

/** The same world, and the number of packs opened since. */
function counting({ app }: World) {
  let opened = 0;
  const query: typeof app.db.query = async (text, values) => {
    const rows = await app.db.query<never>(text, values);
    if (/\bbody\b[^;]* from callback_packs/.test(text)) opened += rows.length;
    return rows;
  };
  return { app: { ...app, db: { ...app.db, query } }, opened: () => opened };
}

test('a packed callback is resent byte for byte, and packed again', async () => {
  const kept = await aShop();
  const { receiver, shop, projectId, left } = kept;
  const object = await aDayOf(kept);
  world.clock.advance(2 * DAY);
  const before = await feed(projectId);
  await play(compactCallbacksWorker);
  const [{ id }, { id: other }] = (await log(projectId, { objectId: object })) as [
    { id: string },
    { id: string },
  ];
  const first = await showDelivery(world.app, projectId, id);
  const hits = receiver.hits.length;
  receiver.state.behaviour = answer(500);
  await resendDelivery(world.app, projectId, id);
  expect(await left('events')).toBe(NEWEST + 1);
  await shop.drain();
  receiver.state.behaviour = answer(200);
  world.clock.advance(DAY);
  await shop.drain();
  const again = await showDelivery(world.app, projectId, id);
  const { attempts_made: made, ...rest } = again;
  expect(rest).toMatchObject({
    payload: first.payload,
    status: 'delivered',
    event_id: first.event_id,
  });
  expect(made.slice(0, first.attempts_made.length)).toEqual(first.attempts_made);
  expect(made.length).toBeGreaterThan(first.attempts_made.length);
  const sent = receiver.hits.slice(hits).map(({ body }) => body);
  if (first.url === receiver.url) expect(new Set(sent)).toEqual(new Set([first.payload]));
  world.clock.advance(DAY);
  await play(compactCallbacksWorker);
  expect(await left('events')).toBe(NEWEST);
  expect(await showDelivery(world.app, projectId, id)).toEqual(again);
  expect((await showDelivery(world.app, projectId, other)).status).toBe('delivered');
  expect((await feed(projectId)).events).toEqual(before.events);
  expect(await log(projectId)).toHaveLength(2 * (OLD + NEWEST) + 1);
});

test('undelivered callbacks are not packed, and delay nothing', async () => {
  const kept = await aShop();
  const { receiver, shop, projectId, left } = kept;
  receiver.state.behaviour = answer(500);
  await shop.say(newObject(world), -1);
  await shop.drain();
  receiver.state.behaviour = answer(200);
  world.clock.advance(1);
  const objects = Array.from({ length: 2 * NEWEST }, () => newObject(world));
  for (const object of objects) await shop.say(object, 1);
  await shop.drain();
  world.clock.advance(HOUR + MINUTE - 2);
  await play(compactCallbacksWorker);
  expect(await left('callback_packs')).toBe(0);
  world.clock.advance(DAY);
  await play(compactCallbacksWorker);
  expect(await left('events')).toBe(NEWEST + 1);
  await shop.drain();
  world.clock.advance(DAY);
  await play(compactCallbacksWorker);
  expect(await left('events')).toBe(NEWEST);
  expect(await left('callback_packs')).toBe(2);
  expect(await log(projectId)).toHaveLength(2 * (1 + 2 * NEWEST));
});

test('old packed callbacks are archived byte for byte, and then deleted', async () => {
  const kept = await aShop();
  const { receiver, projectId, left } = kept;
  await aDayOf(kept);
  world.clock.advance(2 * DAY);
  await play(compactCallbacksWorker);
  await play(purgeCallbacksWorker);
  expect(await left('callback_packs')).toBe(0);
  expect(await left('events')).toBe(0);
  const folder = join(archive, 'callbacks', projectId);
  const lines = readdirSync(folder)
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString('utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((line) => JSON.parse(line));
  const payloads = lines.map(({ payload }) => payload);
  expect(payloads.sort()).toEqual(receiver.hits.map(({ body }) => body).sort());
  for (const { deliveries } of lines)
    for (const { made, status, event_id, ...one } of deliveries) {
      expect(status).toBe('delivered');
      expect(made).toMatchObject([{ attempt: 1, status_code: 200, delivery_id: one.id }]);
    }
});

test('the database protects recent packed callbacks from every writer', async () => {
  const kept = await aShop();
  const { shop, projectId } = kept;
  world.clock.advance(35 * DAY);
  await aDayOf(kept);
  await shop.drain();
  world.clock.advance(2 * DAY);
  await play(compactCallbacksWorker);
  const { owner } = world.database;
  const [compacted] = await owner.query<{ n: number }>(
    'select cardinality(event_ids) as n from callback_packs where project_id = $1',
    [projectId],
  );
  expect(compacted?.n).toBe(OLD + 1);
  await expect(owner.query('delete from callback_packs')).rejects.toThrow(
    /younger than 30 days stay/,
  );
  await expect(owner.query('update callback_packs set event_ids = event_ids[2:]')).rejects.toThrow(
    /younger than 30 days stay/,
  );
  await expect(owner.query('truncate callback_packs')).rejects.toThrow(/append-only/);
  await expect(
    owner.query('delete from events where project_id = $1', [projectId]),
  ).rejects.toThrow(/stays? /);
});
