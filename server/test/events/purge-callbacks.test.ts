// Old callbacks are deleted, and nothing else; with an archive, they are stored there byte for byte first.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { DAY, wallNow } from '../../src/core/clock.ts';
import { purgeCallbacksWorker } from '../../src/events/purge-callbacks.ts';
import { resendDelivery, showDelivery } from '../../src/events/resend.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { createWorld, type World } from '../support/world.ts';
import { answer, closeReceivers, createShop, newObject, startReceiver } from './support.ts';

const LONG_AGO = 40 * DAY;
let archive: string;
let world: World;
// A new one for each test: ids never go back in time with a clock.
beforeEach(async () => {
  archive = mkdtempSync(join(tmpdir(), 'chaintill-archive-'));
  const environment = {
    CHAINTILL_CALLBACK_RETENTION_DAYS: '31',
    CHAINTILL_EVENT_ARCHIVE_DIR: archive,
  };
  const options = { coins: ['LTC'], startsAt: wallNow() - LONG_AGO };
  world = await createWorld(environment, options);
});
afterEach(async () => {
  closeReceivers();
  await world.close();
  rmSync(archive, { recursive: true, force: true });
});

/** Like the workers: repeats while there is more. Returns the worker's error. */
async function forget(): Promise<string | null> {
  await makeAllDue(world.app);
  while ((await purgeCallbacksWorker.run(world.app)) > 0);
  const [row] = await world.app.db.query<{ last_error: string | null }>(
    'select last_error from schedules where name = $1',
    [purgeCallbacksWorker.name],
  );
  return defined(row, 'it has run').last_error;
}

async function aShop(behaviour = answer(200)) {
  const receiver = await startReceiver(behaviour);
  const shop = await createShop(world, [receiver, await startReceiver()]);
  const left = async (table: string) => {
    const column = 'project_id = $1';
    const rows = await world.app.db.query(`select 1 from ${table} where ${column}`, [
      shop.project.id,
    ]);
    return rows.length;
  };
  const counts = async () => ({
    events: await left('events'),
    deliveries: await left('deliveries'),
    attempts: await left('delivery_attempts'),
  });
  const files = () => {
    const folder = join(archive, 'callbacks', shop.project.id);
    return readdirSync(folder).map((name) => join(folder, name));
  };
  return { receiver, shop, counts, files };
}

test('old callbacks are deleted completely, and archived byte for byte', async () => {
  const { receiver, shop, counts, files } = await aShop();
  await shop.say(newObject(world), 1);
  await shop.say(newObject(world), 2);
  await shop.drain();
  expect(await forget()).toBeNull();
  expect(await counts()).toEqual({ events: 0, deliveries: 0, attempts: 0 });
  const [file] = files();
  expect(files()).toHaveLength(1);
  expect(statSync(defined(file, 'a file')).mode & 0o077).toBe(0);
  const lines = gunzipSync(readFileSync(defined(file, 'a file')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ payload }) => payload).sort()).toEqual(
    receiver.hits.map(({ body }) => body).sort(),
  );
  for (const { deliveries } of lines) {
    expect(deliveries).toHaveLength(2);
    for (const { made, status } of deliveries) {
      expect(status).toBe('delivered');
      expect(made).toMatchObject([{ attempt: 1, status_code: 200 }]);
    }
  }
});

test('recent callbacks stay, also behind old ones', async () => {
  const { shop, counts } = await aShop();
  await shop.say(newObject(world), 1);
  world.clock.advance(LONG_AGO - 10 * DAY);
  await shop.say(newObject(world), 2);
  await shop.drain();
  expect(await forget()).toBeNull();
  // The first callback's delivery ended ten days ago: it is deleted when that is old.
  expect(await counts()).toEqual({ events: 2, deliveries: 4, attempts: 4 });
});

test('queued callbacks stay, and delay nothing behind them', async () => {
  const { receiver, shop, counts } = await aShop(answer(500));
  await shop.say(newObject(world), 1);
  await shop.drain();
  receiver.state.behaviour = answer(200);
  await shop.say(newObject(world), 2);
  await shop.drain();
  expect(await forget()).toBeNull();
  expect(await counts()).toEqual({ events: 1, deliveries: 2, attempts: 2 });
});

test('a resent callback is not old, and can be resent', async () => {
  const { receiver, shop, counts } = await aShop();
  await shop.say(newObject(world), 1);
  await shop.drain();
  world.clock.advance(LONG_AGO);
  const { id } = defined((await shop.deliveries())[0], 'a delivery');
  await resendDelivery(world.app, shop.project.id, id);
  expect(await forget()).toBeNull();
  await shop.drain();
  expect(await forget()).toBeNull();
  expect(await counts()).toEqual({ events: 1, deliveries: 2, attempts: 3 });
  expect((await showDelivery(world.app, shop.project.id, id)).attempts_made).toHaveLength(2);
  expect(receiver.hits.length).toBeGreaterThan(0);
});

test('callbacks that cannot be archived are not deleted', async () => {
  const { shop, counts } = await aShop();
  mkdirSync(join(archive, 'callbacks'));
  writeFileSync(join(archive, 'callbacks', shop.project.id), 'in its way');
  await shop.say(newObject(world), 1);
  await shop.drain();
  expect(await forget()).toMatch(/EEXIST|ENOTDIR/);
  expect(await counts()).toEqual({ events: 1, deliveries: 2, attempts: 2 });
  rmSync(join(archive, 'callbacks', shop.project.id));
  expect(await forget()).toBeNull();
  expect(await counts()).toEqual({ events: 0, deliveries: 0, attempts: 0 });
});

test('nothing is deleted early, partially, or before it is sent', async () => {
  const { shop } = await aShop(answer(500));
  const { owner } = world.database;
  const gone = (table: string) =>
    owner.query(`delete from ${table} where project_id = $1`, [shop.project.id]);
  await shop.say(newObject(world), 1);
  await shop.drain();
  await expect(gone('events')).rejects.toThrow(/stays while it has deliveries/);
  await expect(gone('deliveries')).rejects.toThrow(/to be sent stays/);
  world.clock.advance(LONG_AGO - DAY);
  await shop.say(newObject(world), 2);
  await shop.drain();
  for (const table of ['events', 'deliveries', 'delivery_attempts'])
    await expect(gone(table), table).rejects.toThrow(/stay/);
  await expect(owner.query('truncate deliveries')).rejects.toThrow(/append-only/);
});
