// What a transaction provides in addition to its SQL, on a real database.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Instance } from '../../src/app.ts';
import { createLog } from '../../src/core/log.ts';
import { seededRandom } from '../../src/core/random.ts';
import { carrying, type InstanceDatabase } from '../../src/db/tx.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: InstanceDatabase;
let time = 0;
let lines: string[];
const clock = { now: () => ++time };

beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog('info', {
    write: (line: string) => {
      lines.push(JSON.parse(line).msg);
    },
  });
  const instance = () => ({ config: { name: 'this one' } }) as unknown as Instance;
  db = carrying(database.db, { clock, random: seededRandom('tx'), log, instance });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => database.drop());

test('a transaction has one time, that of the first request for it', async () => {
  const moments = await db.transaction(async (tx) => {
    const before = clock.now();
    const first = tx.now;
    await tx.query('select 1');
    return { before, first, second: tx.now };
  });
  expect(moments.first.getTime()).toBe(moments.before + 1);
  expect(moments.second).toEqual(moments.first);
});

test('changing the time of one transaction changes no other', async () => {
  const [moved, kept] = await db.transaction(async (tx) => {
    const mine = tx.now;
    mine.setTime(0);
    return [mine, tx.now];
  });
  expect(moved).not.toEqual(kept);
});

test('its log is written after the commit, in order', async () => {
  await db.transaction(async (tx) => {
    tx.log.info({}, 'first');
    tx.log.error({}, 'second');
    await tx.query('select 1');
    expect(lines).toEqual([]);
  });
  expect(lines).toEqual(['first', 'second']);
});

test('its log is dropped on a rollback', async () => {
  const failed = db.transaction(async (tx) => {
    await tx.query('select 1');
    tx.log.warn({}, 'never true');
    throw new Error('not this one');
  });
  await expect(failed).rejects.toThrow('not this one');
  expect(lines).toEqual([]);
});

test('a retried transaction has a new time, and logs only the last attempt', async () => {
  const moments: number[] = [];
  await db.transaction(async (tx) => {
    moments.push(tx.now.getTime());
    tx.log.info({}, `attempt ${moments.length}`);
    if (moments.length === 1)
      await tx.query("do $$ begin raise exception using errcode = '40001'; end $$");
  });
  expect(moments).toHaveLength(2);
  expect(moments[1]).toBeGreaterThan(moments[0] ?? 0);
  expect(lines).toEqual(['attempt 2']);
});

test('patient transactions provide the same, with unique ids', async () => {
  const found = await db.unhurried.transaction(async (tx) => {
    await tx.query('select 1');
    return { ids: [tx.newId(), tx.newId()], instance: tx.instance, now: tx.now };
  });
  expect(new Set(found.ids).size).toBe(2);
  expect(found.instance).toEqual({ config: { name: 'this one' } });
  expect(found.now).toBeInstanceOf(Date);
});
