// While thousands of payments are credited, deferrable work is put off: for some seconds, and then not for as long
// again.
import { expect, test } from 'vitest';
import { watchBursts } from '../../src/core/burst.ts';

function atTime() {
  let time = 0;
  const burst = watchBursts(() => time);
  const after = (milliseconds: number) => {
    time += milliseconds;
    return burst.reschedules();
  };
  return { burst, after };
}

test('deferrable work is put off while any worker has many batches', () => {
  const { burst } = atTime();
  expect([burst.batches(), burst.reschedules()]).toEqual([0, false]);
  burst.note('assess-ltc', 0);
  expect(burst.reschedules()).toBe(false);
  burst.note('assess-ltc', 4);
  burst.note('assess-btc', 1);
  expect([burst.batches(), burst.reschedules()]).toEqual([5, true]);
  burst.note('assess-ltc', 0);
  expect([burst.batches(), burst.reschedules()]).toEqual([1, true]);
  burst.note('assess-btc', 0);
  expect([burst.batches(), burst.reschedules()]).toEqual([0, false]);
});

test('for 15 seconds at most, however long the burst is', () => {
  const { burst, after } = atTime();
  burst.note('assess-ltc', 4);
  expect(after(14_999)).toBe(true);
  burst.note('assess-ltc', 4);
  expect([after(1), after(60_000)]).toEqual([false, false]);
});

test('and again after as long a pause, however soon the next burst starts', () => {
  const { burst, after } = atTime();
  for (const rest of [0, 1, 2000, 60_000]) {
    after(rest);
    burst.note('assess-ltc', 4);
    const left = rest === 0 ? 15_000 : Math.min(rest, 15_000);
    expect([rest, after(left - 1), after(1)]).toEqual([rest, true, false]);
    after(10_000);
    burst.note('assess-ltc', 0);
  }
});
