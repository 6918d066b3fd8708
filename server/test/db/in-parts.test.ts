// Thousands of rows are sent to PostgreSQL in parts, and stored as if by one statement: in order, and all or none.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SqlTx } from '../../src/db/database.ts';
import { inParts } from '../../src/db/in-parts.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

/** Two full parts and a partial one. */
const ROWS = Array.from({ length: 2300 }, (_, n) => n);

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await database.owner.query(
    'create table steps (place bigint generated always as identity, name text, n int)',
  );
});
afterAll(() => database.drop());
beforeEach(() => database.owner.query('truncate steps'));

async function add(tx: SqlTx, name: string, part: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ n: number }>(
    'insert into steps (name, n) select $1, * from unnest($2::int[]) returning n',
    [name, part],
  );
  return rows.map(({ n }) => n);
}

test('results are in order, and each query of a part runs before the same of the next', async () => {
  const stored = await database.owner.transaction((tx) =>
    inParts(ROWS, async (part) => {
      await add(tx, 'first', part);
      return add(tx, 'second', part);
    }),
  );
  expect(stored.map((part) => part.length)).toEqual([1000, 1000, 300]);
  expect(stored.flat()).toEqual(ROWS);
  for (const name of ['first', 'second']) {
    const inOrder = await database.owner.query<{ n: number }>(
      'select n from steps where name = $1 order by place',
      [name],
    );
    expect(inOrder.map(({ n }) => n)).toEqual(ROWS);
  }
});

test.each([0, 1000, 2000])(
  'a failure from part %i on fails everything: nothing is stored',
  async (from) => {
    const begun: Promise<unknown>[] = [];
    const storing = database.owner.transaction((tx) =>
      inParts(ROWS, (part) => {
        const storingPart = (async () => {
          await add(tx, 'first', part);
          if (part[0] === from) throw new Error('not this one');
          await add(tx, 'second', part);
          await add(tx, 'third', part);
        })();
        begun.push(storingPart);
        return storingPart;
      }),
    );
    await expect(storing).rejects.toThrow('not this one');
    await Promise.allSettled(begun);
    expect(await database.owner.query('select 1 from steps')).toEqual([]);
  },
);

test('an empty list stores nothing', async () => {
  expect(await inParts([], () => Promise.reject(new Error('asked')))).toEqual([]);
});
