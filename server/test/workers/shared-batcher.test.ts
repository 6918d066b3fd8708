// Guarantees of the shared batcher: waiting items of all projects form one batch, each with its own result, and no
// project is affected by another's load, lock or failure.
import { expect, test } from 'vitest';
import { createSharedBatcher, type Group } from '../../src/workers/shared-batcher.ts';

interface Write {
  readonly kind: 'together' | 'alone';
  /** The requested items, by project. */
  readonly requested: Readonly<Record<string, readonly number[]>>;
  /** Succeeds, except for the projects that would have to wait. */
  end(waiting?: readonly string[]): void;
  fail(): void;
}

/** A batcher whose writes end on request. */
function controlled(batchMax = 64, isSlow: (key: string) => boolean = () => false) {
  const writes: Write[] = [];
  const waiters: (() => void)[] = [];
  const begin = (kind: Write['kind'], groups: readonly Group<number>[]) =>
    new Promise<(string[] | null)[]>((resolve, reject) => {
      const resultsOf = ({ key, items }: Group<number>) => items.map((item) => `${key}${item}`);
      writes.push({
        kind,
        requested: Object.fromEntries(groups.map(({ key, items }) => [key, items])),
        end: (waiting = []) =>
          resolve(groups.map((group) => (waiting.includes(group.key) ? null : resultsOf(group)))),
        fail: () => reject(new Error('broken')),
      });
      waiters.shift()?.();
    });
  const batcher = createSharedBatcher<number, string>({
    batchMax,
    isSlow,
    writeTogether: (groups) => begin('together', groups),
    writeAlone: async (group) => (await begin('alone', [group]))[0] ?? [],
  });
  const next = async () => {
    if (writes.length === 0) await new Promise<void>((resolve) => waiters.push(resolve));
    const write = writes.shift();
    if (write === undefined) throw new Error('a write');
    return write;
  };
  return { ...batcher, next };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('items of several projects share a batch, each with its own result', async () => {
  const { run, next } = controlled();
  const all = Promise.all([run('a', 0), run('b', 1), run('a', 2), run('c', 3)]);
  const write = await next();
  expect(write).toMatchObject({ kind: 'together', requested: { a: [0, 2], b: [1], c: [3] } });
  write.end();
  expect(await all).toEqual(['a0', 'b1', 'a2', 'c3']);
});

test('a busy project delays no other', async () => {
  const { run, next } = controlled(4);
  const noisy = Promise.all(range(0, 10).map((item) => run('noisy', item)));
  const first = await next();
  const quiet = [run('quiet', 20), run('calm', 21)];
  first.end();
  const second = await next();
  expect(second.requested).toEqual({ noisy: [4, 5], quiet: [20], calm: [21] });
  second.end();
  expect(await Promise.all(quiet)).toEqual(['quiet20', 'calm21']);
  (await next()).end();
  expect(await noisy).toEqual(range(0, 10).map((item) => `noisy${item}`));
});

test('an item with a locked ledger continues separately, in order, and delays no others', async () => {
  const { run, next } = controlled();
  const locked = [run('a', 0), run('a', 1)];
  const free = run('b', 2);
  (await next()).end(['a']);
  expect(await free).toBe('b2');
  const alone = await next();
  expect(alone).toMatchObject({ kind: 'alone', requested: { a: [0, 1] } });
  // Items that arrive meanwhile don't request the lock again.
  const late = run('a', 3);
  const other = run('c', 4);
  const together = await next();
  expect(together).toMatchObject({ kind: 'together', requested: { c: [4] } });
  together.end();
  expect(await other).toBe('c4');
  alone.end();
  expect(await Promise.all(locked)).toEqual(['a0', 'a1']);
  const last = await next();
  expect(last).toMatchObject({ kind: 'alone', requested: { a: [3] } });
  last.end();
  expect(await late).toBe('a3');
  const again = run('a', 5);
  const joined = await next();
  expect(joined.kind).toBe('together');
  joined.end();
  expect(await again).toBe('a5');
});

test('when a batch fails each project retries separately: one failure affects one project', async () => {
  const { run, next } = controlled();
  const settled = Promise.allSettled([run('a', 0), run('b', 1), run('b', 2), run('c', 3)]);
  (await next()).fail();
  const retries = [await next(), await next(), await next()];
  expect(retries.map(({ kind, requested }) => [kind, requested])).toEqual([
    ['alone', { a: [0] }],
    ['alone', { b: [1, 2] }],
    ['alone', { c: [3] }],
  ]);
  for (const [n, retry] of retries.entries()) {
    if (n === 1) retry.fail();
    else retry.end();
  }
  const broken = { status: 'rejected', reason: new Error('broken') };
  expect(await settled).toEqual([
    { status: 'fulfilled', value: 'a0' },
    broken,
    broken,
    { status: 'fulfilled', value: 'c3' },
  ]);
  // The failing project stays separate for a while; the others share batches again.
  const after = Promise.all([run('a', 4), run('b', 5), run('c', 6)]);
  const writes = [await next(), await next()];
  expect(
    new Set(writes.map(({ kind, requested }) => `${kind} ${Object.keys(requested).join()}`)),
  ).toEqual(new Set(['together a,c', 'alone b']));
  for (const write of writes) write.end();
  expect(await after).toEqual(['a4', 'b5', 'c6']);
});

test('a project with long work runs separately from the start', async () => {
  const { run, next } = controlled(64, (key) => key === 'slow');
  const [slow, other] = [run('slow', 0), run('a', 1)];
  const writes = [await next(), await next()];
  const together = writes.find(({ kind }) => kind === 'together');
  expect(together?.requested).toEqual({ a: [1] });
  together?.end();
  expect(await other).toBe('a1');
  writes.find(({ kind }) => kind === 'alone')?.end();
  expect(await slow).toBe('slow0');
});

test('a failed batch of a single project is not retried', async () => {
  const { run, next } = controlled();
  const settled = Promise.allSettled([run('a', 0), run('a', 1)]);
  (await next()).fail();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
