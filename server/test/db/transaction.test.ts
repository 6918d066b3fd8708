// A transaction is stored completely or not at all, and never reported as stored when it was not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { sleep } from '../../src/core/clock.ts';
import type { SqlTx } from '../../src/db/database.ts';
import { assertOutsideTransaction } from '../../src/db/outside-calls.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query('create table notes (id integer primary key)');
  await database.owner.query('grant all on notes to public');
});
afterAll(() => database.drop());

test('an error that was swallowed inside does not pass for a stored transaction', async () => {
  const work = database.db.transaction(async (tx) => {
    await tx.query('insert into notes values (1)');
    await tx.query('insert into notes values (1)').catch(() => undefined);
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await database.db.query('select id from notes')).toEqual([]);
});

test('a deadlock is retried until both transactions are stored', async () => {
  await database.db.query('insert into notes values (10), (20)');
  const touch = (first: number, second: number) =>
    database.db.transaction(async (tx) => {
      await tx.query('select id from notes where id = $1 for update', [first]);
      await tx.query('select pg_sleep(0.1)');
      await tx.query('select id from notes where id = $1 for update', [second]);
      return second;
    });
  expect(await Promise.all([touch(10, 20), touch(20, 10)])).toEqual([20, 10]);
});

test('an external call is rejected inside a transaction, and allowed after it', async () => {
  const { db } = database;
  await expect(db.transaction(async () => assertOutsideTransaction())).rejects.toThrow('outside');
  expect(assertOutsideTransaction()).toBeUndefined();
});

test('of concurrent statements none is executed when another fails before the transaction has begun', async () => {
  const failed = database.db.transaction((tx) =>
    Promise.all([
      tx.query('insert into notes values (30)'),
      Promise.reject(new Error('not this one')),
    ]),
  );
  await expect(failed).rejects.toThrow('not this one');
  // The connection is free again: by now it would have executed any statement that was held back.
  await Promise.all(Array.from({ length: 16 }, () => database.db.query('select pg_sleep(0.01)')));
  expect(await database.db.query('select id from notes where id = 30')).toEqual([]);
});

test('the first failure of statements that run together is the one that is reported', async () => {
  const { db } = database;
  const together = (statement: string) =>
    db.transaction(async (tx) => {
      await tx.query("set local statement_timeout = '100ms'");
      // The first statement's failure is reported later than that of the second.
      const first = tx.query(statement).catch(async (error: unknown) => {
        await sleep(200);
        throw error;
      });
      await Promise.all([first, tx.query('select 1')]);
    });
  await expect(together('select pg_sleep(5)')).rejects.toThrow(DatabaseUnavailable);
  await expect(together('select 1 / 0')).rejects.toThrow('division by zero');
});

test('a deadlock is retried also when the error of a later statement is reported first', async () => {
  const { db } = database;
  await db.query('insert into notes values (40), (50)');
  const lock = (tx: SqlTx, id: number) =>
    tx.query('select id from notes where id = $1 for update', [id]);
  const touch = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await lock(tx, first);
      await tx.query('select pg_sleep(0.1)');
      const locked = lock(tx, second).catch(async (error: unknown) => {
        await sleep(200);
        throw error;
      });
      await Promise.all([locked, tx.query('select 1')]);
      return second;
    });
  expect(await Promise.all([touch(40, 50), touch(50, 40)])).toEqual([50, 40]);
});

test('a statement of an ended transaction is rejected', async () => {
  const begun: SqlTx[] = [];
  await database.db.transaction(async (tx) => {
    begun.push(tx);
    await tx.query('select 1');
  });
  await expect(defined(begun[0], 'a transaction').query('select 1')).rejects.toThrow(
    'the transaction has ended',
  );
});
