// Guarantees of the subscription calendar: correct ends in every month, no drift, and no customer is billed for our
// outage.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import {
  nextPeriod,
  PERIODS,
  periodEnd,
  type Schedule,
} from '../../src/subscriptions/decide-subscription.ts';

const schedule = (start: string, period: Schedule['period'], quantity = 1): Schedule => ({
  starts_at: new Date(start),
  period,
  period_quantity: quantity,
});
const ends = (of: Schedule, indexes: readonly number[]) =>
  indexes.map((index) => periodEnd(of, index).toISOString());

test('the last day of a long month is the last day of the short ones, and itself again after them', () => {
  expect(ends(schedule('2027-01-31T09:30:00Z', 'month'), [0, 1, 2, 3, 4, 13])).toEqual([
    '2027-01-31T09:30:00.000Z',
    '2027-02-28T09:30:00.000Z',
    '2027-03-31T09:30:00.000Z',
    '2027-04-30T09:30:00.000Z',
    '2027-05-31T09:30:00.000Z',
    '2028-02-29T09:30:00.000Z',
  ]);
});

test('months continue over the end of a year, several at a time', () => {
  expect(ends(schedule('2026-11-30T00:00:00Z', 'month', 3), [1, 2, 5])).toEqual([
    '2027-02-28T00:00:00.000Z',
    '2027-05-30T00:00:00.000Z',
    '2028-02-29T00:00:00.000Z',
  ]);
});

test('29 February is 28 February in other years, and 29 again in the next leap year', () => {
  expect(ends(schedule('2028-02-29T23:59:59Z', 'year'), [1, 2, 4])).toEqual([
    '2029-02-28T23:59:59.000Z',
    '2030-02-28T23:59:59.000Z',
    '2032-02-29T23:59:59.000Z',
  ]);
  expect(ends(schedule('2096-02-29T00:00:00Z', 'year', 4), [1, 2])).toEqual([
    '2100-02-28T00:00:00.000Z',
    '2104-02-29T00:00:00.000Z',
  ]);
});

test('days and weeks are days of 24 hours in UTC, also across daylight saving time', () => {
  expect(ends(schedule('2027-03-27T12:00:00Z', 'day', 2), [1, 3])).toEqual([
    '2027-03-29T12:00:00.000Z',
    '2027-04-02T12:00:00.000Z',
  ]);
  expect(ends(schedule('2026-12-28T12:00:00Z', 'week', 2), [1])).toEqual([
    '2027-01-11T12:00:00.000Z',
  ]);
});

const schedules = fc.record({
  starts_at: fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2036-12-31T00:00:00Z'),
    noInvalidDate: true,
  }),
  period: fc.constantFrom(...PERIODS),
  period_quantity: fc.integer({ min: 1, max: 365 }),
});

test('every end keeps the time of day, and the day of the month if the month has it', () => {
  fc.assert(
    fc.property(schedules, fc.nat(60), (of, index) => {
      const end = periodEnd(of, index);
      expect(end.getTime() % DAY).toBe(of.starts_at.getTime() % DAY);
      expect(end < periodEnd(of, index + 1)).toBe(true);
      if (of.period === 'day' || of.period === 'week') return;
      const isLast = new Date(end.getTime() + DAY).getUTCDate() === 1;
      const [day, wanted] = [end.getUTCDate(), of.starts_at.getUTCDate()];
      expect(day === wanted || (isLast && day < wanted)).toBe(true);
    }),
  );
});

describe('the next period', () => {
  const monthly = schedule('2027-01-31T00:00:00Z', 'month');
  const next = (now: string, of = monthly, index = 0) => {
    const { index: at, startsAt, endsAt } = nextPeriod(of, index, new Date(now));
    return [at, startsAt.toISOString().slice(0, 10), endsAt.toISOString().slice(0, 10)];
  };

  test('starts where the last one ended', () => {
    expect(next('2027-01-31T00:00:00Z')).toEqual([1, '2027-01-31', '2027-02-28']);
    expect(next('2027-02-27T11:00:00Z')).toEqual([1, '2027-01-31', '2027-02-28']);
  });

  test('is the current one after an outage; missed ones are not owed', () => {
    expect(next('2027-06-15T00:00:00Z')).toEqual([5, '2027-05-31', '2027-06-30']);
    expect(next('2029-01-31T00:00:00Z')).toEqual([25, '2029-01-31', '2029-02-28']);
  });

  test('leaves the customer at least half a day', () => {
    expect(next('2027-02-27T12:00:00Z')).toEqual([1, '2027-01-31', '2027-02-28']);
    expect(next('2027-02-27T12:00:01Z')).toEqual([2, '2027-01-31', '2027-03-31']);
  });

  test('ends at least half a day from now and has started, whenever it is requested', () => {
    fc.assert(
      fc.property(schedules, fc.nat(400), fc.nat(2000), (of, late, hours) => {
        const last = periodEnd(of, 3);
        const now = new Date(last.getTime() + late * DAY + hours * HOUR);
        const { index, startsAt, endsAt } = nextPeriod(of, 3, now);
        expect(index).toBeGreaterThan(3);
        expect(endsAt).toEqual(periodEnd(of, index));
        expect(endsAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(12 * HOUR);
        expect(startsAt >= last && startsAt <= now).toBe(true);
        const isEarliest = periodEnd(of, index - 1).getTime() - now.getTime() < 12 * HOUR;
        expect(isEarliest || index === 4).toBe(true);
      }),
    );
  });
});
