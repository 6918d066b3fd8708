// Guarantees of a history merged from several lists: newest first, and without gaps where one list was read further
// than another.
import { expect, test } from 'vitest';
import { type Happening, type Known, merged } from '../src/shared/history.tsx';

function list(isTruncated: boolean, ...hours: readonly number[]): Known {
  return { happenings: hours.map(at), isTruncated };
}

function at(hour: number): Happening {
  const moment = `2026-11-24T${`${hour}`.padStart(2, '0')}:00:00Z`;
  return { key: `${hour}`, title: 'it', text: null, at: moment };
}

const hoursOf = ({ happenings }: Known) => happenings.map(({ key }) => key).join(' ');

test('complete lists are shown in full, newest first', () => {
  const known = merged([list(false, 9, 3), list(false, 12, 1), list(false)]);
  expect(hoursOf(known)).toBe('12 9 3 1');
  expect(known.isTruncated).toBe(false);
});

test('events older than the end of an incomplete list are not shown', () => {
  const known = merged([list(true, 9, 7), list(false, 12, 8, 1)]);
  expect(hoursOf(known)).toBe('12 9 8 7');
  expect(known.isTruncated).toBe(true);
});

test('of two incomplete lists, the one that ends later sets the limit', () => {
  expect(hoursOf(merged([list(true, 9, 7), list(true, 12, 8)]))).toBe('12 9 8');
});
