// Guarantees of the token bucket: an even refill, never more than a minute's allowance, and a correct Retry-After.
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { rateLimit } from '../../src/http/rate-limit.ts';

function limited(perMinute: number) {
  const clock = { time: 0 };
  const limit = rateLimit(perMinute, () => clock.time);
  /** The number of these requests that pass at this moment. */
  const take = (count: number, key = 'key') => {
    let passed = 0;
    for (let n = 0; n < count; n++) {
      try {
        limit.take(key);
        passed += 1;
      } catch {
        break;
      }
    }
    return passed;
  };
  return { clock, limit, take };
}

test('a minute allows its number of requests, restored evenly', () => {
  const { clock, take } = limited(200);
  expect(take(1000)).toBe(200);
  clock.time += 299;
  expect(take(10)).toBe(0);
  clock.time += 1;
  expect(take(10)).toBe(1);
  clock.time += 30_000;
  expect(take(1000)).toBe(100);
});

test('an idle client saves up one minute at most', () => {
  const { clock, take } = limited(200);
  take(200);
  clock.time += 3_600_000;
  expect(take(1000)).toBe(200);
});

test('keys do not share an allowance', () => {
  const { take } = limited(3);
  expect(take(10, 'a')).toBe(3);
  expect(take(10, 'b')).toBe(3);
});

test('a request passes after Retry-After seconds', () => {
  const { clock, limit, take } = limited(7);
  take(7);
  let refusal: unknown;
  try {
    limit.take('key');
  } catch (error) {
    refusal = error;
  }
  const seconds = refusal instanceof AppError ? refusal.retryAfterSeconds : null;
  expect(seconds).toBe(9);
  clock.time += 8000;
  expect(take(1)).toBe(0);
  clock.time += 1000;
  expect(take(1)).toBe(1);
});

test('a limit of 0 means no limit', () => {
  expect(limited(0).take(10_000)).toBe(10_000);
});
