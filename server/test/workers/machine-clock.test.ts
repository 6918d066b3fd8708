// A machine's clock compared with the database's: what is certain about it, and how a process with a wrong clock
// behaves.
import { expect, test } from 'vitest';
import {
  aheadFor,
  type ClockReading,
  checkClock,
  HOUR,
  type Moment,
  mayWork,
  SECOND,
  timeBy,
  trustedClock,
} from '../../src/core/clock.ts';

const START = 1_000_000;
/** A machine that is ahead, and whose monotonic clock starts at that time. */
const at = (elapsed: number, ahead = 0): Moment => ({
  wall: START + elapsed + ahead,
  steady: elapsed,
});
/** The database, which is right, responds in the middle of `took`. */
const reading = (ahead: number, took = 10, elapsed = 0): ClockReading => ({
  requested: at(elapsed, ahead),
  theirs: START + elapsed + took / 2,
  answered: at(elapsed + took, ahead),
});

test.each([
  ['right', reading(0), 0],
  ['an hour ahead', reading(HOUR), HOUR - 5],
  ['an hour behind', reading(-HOUR), -HOUR + 5],
  ['right, and the answer took a minute', reading(0, 60 * SECOND), 0],
  ['a second off, and the answer took a minute', reading(SECOND, 60 * SECOND), 0],
  ['set forwards while it is compared', { ...reading(HOUR), requested: at(0) }, HOUR - 5],
  ['set right while it is compared', { ...reading(0), requested: at(0, HOUR) }, 0],
])('the certain offset of a clock that is %s', (_what, read, ahead) => {
  expect(aheadFor(read)).toBe(ahead);
});

test('a clock is wrong when it is far off twice in a row, and right with the first good response', () => {
  const clock = trustedClock(at(0));
  const judged = [HOUR, 0, HOUR, HOUR, SECOND].map((ahead) => {
    checkClock(clock, reading(ahead));
    return clock.isWrong;
  });
  expect(judged).toEqual([false, false, false, true, false]);
});

test('after a clock jump, nothing starts and time continues steadily until the database responds', () => {
  const clock = trustedClock(at(0));
  const after = at(3 * SECOND, HOUR);
  expect(mayWork(clock, at(3 * SECOND))).toBe(true);
  expect(mayWork(clock, after)).toBe(false);
  expect(timeBy(clock, after)).toBe(START + 3 * SECOND);
  checkClock(clock, reading(HOUR, 10, 4 * SECOND));
  expect(mayWork(clock, after)).toBe(false);
  checkClock(clock, reading(HOUR, 10, 6 * SECOND));
  expect(clock.isWrong).toBe(true);
  expect(timeBy(clock, at(7 * SECOND, HOUR))).toBe(START + 7 * SECOND);
  // Once set right, it works again with the next response.
  expect(mayWork(clock, at(8 * SECOND))).toBe(false);
  checkClock(clock, reading(0, 10, 8 * SECOND));
  expect(mayWork(clock, at(9 * SECOND))).toBe(true);
});

test('a machine that slept and has the right time continues with the first response', () => {
  const clock = trustedClock(at(0));
  const woken = { wall: START + HOUR + SECOND, steady: SECOND };
  expect(mayWork(clock, woken)).toBe(false);
  const later = { wall: woken.wall + 5, steady: woken.steady + 5 };
  checkClock(clock, { requested: woken, theirs: woken.wall + 2, answered: later });
  expect(mayWork(clock, later)).toBe(true);
  expect(timeBy(clock, later)).toBe(later.wall);
});

test('a clock that drifts a little between two responses is followed', () => {
  const clock = trustedClock(at(0));
  expect(timeBy(clock, at(2 * SECOND, SECOND))).toBe(START + 3 * SECOND);
  expect(mayWork(clock, at(2 * SECOND, SECOND))).toBe(true);
});
