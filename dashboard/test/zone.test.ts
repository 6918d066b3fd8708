// Days in the reader's time zone, including those that clocks skip or repeat, partly or completely.
import { expect, test } from 'vitest';
import { dayEndIn, dayStartIn } from '../src/shared/zone.ts';

const iso = (moment: number) => new Date(moment).toISOString();

test.each([
  ['Europe/Berlin', '2026-11-23', '2026-11-22T23:00:00.000Z', '2026-11-23T22:59:59.999Z'],
  ['UTC', '2026-02-28', '2026-02-28T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
  // 25 hours.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  // Clocks skip midnight: the day begins at 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  // Midnight comes twice: the day begins with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  // The last hour comes twice: the day ends with the second.
  ['America/Asuncion', '2024-03-23', '2024-03-23T03:00:00.000Z', '2024-03-24T03:59:59.999Z'],
  ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T02:59:59.999Z'],
  // The day after a clock change at 00:01 back into the day before.
  ['America/St_Johns', '2005-10-29', '2005-10-29T02:30:00.000Z', '2005-10-30T03:29:59.999Z'],
])('in %s %s has its own bounds', (zone, day, first, last) => {
  expect([iso(dayStartIn(zone, day)), iso(dayEndIn(zone, day))]).toEqual([first, last]);
});

test('a day that a zone skips is empty', () => {
  const [zone, day] = ['Pacific/Apia', '2011-12-30'];
  const change = '2011-12-30T10:00:00.000Z';
  expect(iso(dayStartIn(zone, day))).toBe(change);
  expect(dayEndIn(zone, day)).toBe(dayStartIn(zone, day) - 1);
  expect(iso(dayEndIn(zone, '2011-12-29'))).toBe('2011-12-30T09:59:59.999Z');
  expect(iso(dayStartIn(zone, '2011-12-31'))).toBe(change);
});

test('a day that a zone repeats lasts until its second end', () => {
  // Kwajalein, 1969: clocks went back by a day at midnight.
  const [zone, day] = ['Pacific/Kwajalein', '1969-09-30'];
  const length = dayEndIn(zone, day) + 1 - dayStartIn(zone, day);
  expect(length).toBeGreaterThan(24 * 60 * 60 * 1000);
});

test('an invalid day has no bounds', () => {
  for (const text of ['', '2026-13-01', 'today'])
    expect([dayStartIn('UTC', text), dayEndIn('UTC', text)]).toEqual([Number.NaN, Number.NaN]);
});
