// Guarantees of the batcher: waiting items form one batch, in order, and each caller gets its own result.
import { expect, test } from 'vitest';
import { createBatcher } from '../../src/workers/batcher.ts';

/** A batcher whose writes end on request. */
function controlled(batchMax = 64, gather?: { enough: number; milliseconds: number }) {
  const batches: { key: string; items: readonly number[]; end: (error?: Error) => void }[] = [];
  const waiters: (() => void)[] = [];
  const batcher = createBatcher<number, string>({
    batchMax,
    ...(gather && { gather }),
    write: (key, items) =>
      new Promise((resolve, reject) => {
        const outcomes = items.map((item) => `${key}${item}`);
        const end = (error?: Error) => (error === undefined ? resolve(outcomes) : reject(error));
        batches.push({ key, items, end });
        waiters.shift()?.();
      }),
  });
  const next = async () => {
    if (batches.length === 0) await new Promise<void>((resolve) => waiters.push(resolve));
    const batch = batches.shift();
    if (batch === undefined) throw new Error('a batch');
    return batch;
  };
  return { ...batcher, next };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('items that arrive during a batch go into the next one, each with its own result', async () => {
  const { run, next } = controlled();
  const first = run('a', 0);
  const batch = await next();
  const others = [1, 2, 3].map((item) => run('a', item));
  expect(batch.items).toEqual([0]);
  batch.end();
  expect(await first).toBe('a0');
  const second = await next();
  expect(second.items).toEqual([1, 2, 3]);
  second.end();
  expect(await Promise.all(others)).toEqual(['a1', 'a2', 'a3']);
});

test('no batch is above the limit, and a failed one fails separately', async () => {
  const { run, next } = controlled(3);
  const all = range(0, 5).map((item) => run('a', item));
  const settled = Promise.allSettled(all);
  const first = await next();
  expect(first.items).toEqual([0, 1, 2]);
  first.end(new Error('broken'));
  const second = await next();
  expect(second.items).toEqual([3, 4]);
  second.end();
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

test('one key waits for no other', async () => {
  const { run, next } = controlled();
  const slow = run('a', 0);
  const blocked = await next();
  const quick = run('b', 1);
  (await next()).end();
  expect(await quick).toBe('b1');
  blocked.end();
  expect(await slow).toBe('a0');
});

test('after a large batch a small one waits for half of the returning callers', async () => {
  const { run, next } = controlled();
  const large = Promise.all(range(0, 9).map((item) => run('a', item)));
  const first = await next();
  const late = run('a', 9);
  first.end();
  await large;
  const back = range(10, 14).map((item) => run('a', item));
  const second = await next();
  expect(second.items).toEqual([9, 10, 11, 12, 13]);
  second.end();
  await Promise.all([late, ...back]);
});

test('a small batch does not wait forever for callers that do not return', async () => {
  const { run, next } = controlled();
  const large = Promise.all(range(0, 9).map((item) => run('a', item)));
  const first = await next();
  const late = run('a', 9);
  first.end();
  await large;
  const second = await next();
  expect(second.items).toEqual([9]);
  second.end();
  expect(await late).toBe('a9');
});

test('items without a waiting caller are collected until there are enough, or for a moment', async () => {
  const { run, next } = controlled(64, { enough: 4, milliseconds: 60_000 });
  const first = run('a', 0);
  (await next()).end();
  expect(await first).toBe('a0');
  const lone = run('a', 1);
  const batch = await next();
  const others = [2, 3, 4].map((item) => run('a', item));
  batch.end();
  expect(await lone).toBe('a1');
  const last = run('a', 5);
  const gathered = await next();
  expect(gathered.items).toEqual([2, 3, 4, 5]);
  gathered.end();
  await Promise.all([...others, last]);

  const hasty = controlled(64, { enough: 4, milliseconds: 1 });
  const begun = hasty.run('a', 0);
  const alone = await hasty.next();
  const few = hasty.run('a', 1);
  alone.end();
  await begun;
  const rest = await hasty.next();
  expect(rest.items).toEqual([1]);
  rest.end();
  expect(await few).toBe('a1');
});
