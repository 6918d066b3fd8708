// A row that fails is postponed separately; the other rows of its batch are not delayed.
import { expect, test } from 'vitest';
import { runApart } from '../../src/workers/apart.ts';

function worker(poison: readonly number[]) {
  const done: number[] = [];
  const calls: number[] = [];
  const run = async (rows: readonly number[]) => {
    calls.push(rows.length);
    const bad = rows.find((row) => poison.includes(row));
    if (bad !== undefined) throw new Error(`row ${bad}`);
    done.push(...rows);
  };
  const reschedule: string[] = [];
  const note = async (row: number, error: unknown) => {
    reschedule.push(`${row}: ${error instanceof Error ? error.message : ''}`);
  };
  return { run, note, done, calls, reschedule };
}

test('a batch without a bad row is run once, as a whole', async () => {
  const { run, note, done, calls } = worker([]);
  await runApart([1, 2, 3], run, note);
  expect([done, calls]).toEqual([[1, 2, 3], [3]]);
});

test('of a batch with bad rows the good ones are done and the bad ones postponed', async () => {
  const { run, note, done, reschedule } = worker([2, 4]);
  await runApart([1, 2, 3, 4, 5], run, note);
  expect(done).toEqual([1, 3, 5]);
  expect(reschedule).toEqual(['2: row 2', '4: row 4']);
});
