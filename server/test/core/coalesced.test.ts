// Concurrent callers share one run that started after they called.
import { expect, test } from 'vitest';
import { coalesced } from '../../src/core/later.ts';

/** A run that ends on request, and the numbers of started and active runs. */
function stage() {
  const open: { end: () => void; fail: () => void }[] = [];
  let begun = 0;
  const run = coalesced(
    (name: string) =>
      new Promise<string>((resolve, reject) => {
        begun += 1;
        open.push({ end: () => resolve(name), fail: () => reject(new Error(name)) });
      }),
  );
  return { run, open, begun: () => begun };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('callers during a run share the next one', async () => {
  const { run, open, begun } = stage();
  const first = run('a');
  const others = [run('b'), run('c'), run('d')];
  expect(begun()).toBe(1);
  open[0]?.end();
  expect(await first).toBe('a');
  await settled();
  expect(begun()).toBe(2);
  open[1]?.end();
  expect(await Promise.all(others)).toEqual(['b', 'b', 'b']);
});

test('a failed run fails for its callers only', async () => {
  const { run, open, begun } = stage();
  const first = run('a');
  const second = run('b');
  open[0]?.fail();
  await expect(first).rejects.toThrow('a');
  await settled();
  open[1]?.end();
  expect(await second).toBe('b');
  const third = run('c');
  open[2]?.end();
  expect([await third, begun()]).toEqual(['c', 3]);
});

test('a caller between two runs waits for the second', async () => {
  const { run, open, begun } = stage();
  const first = run('a');
  const second = run('b');
  const third = first.then(() => run('c'));
  open[0]?.end();
  await settled();
  expect(begun()).toBe(2);
  open[1]?.end();
  expect([await second, await third]).toEqual(['b', 'b']);
});
