// Presets of a report, and the period that each is compared with.
import { expect, test } from 'vitest';
import { daysBefore, presetDays, presetOf } from '../src/screens/reports/presets.ts';

const TODAY = '2026-05-31';
const text = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;

test.each([
  ['this_month', '2026-05-01 2026-05-31', '2026-04-01 2026-04-30'],
  ['last_month', '2026-04-01 2026-04-30', '2026-03-01 2026-03-31'],
  ['this_quarter', '2026-04-01 2026-05-31', '2026-01-01 2026-02-28'],
  ['last_quarter', '2026-01-01 2026-03-31', '2025-10-01 2025-12-31'],
  ['this_year', '2026-01-01 2026-05-31', '2025-01-01 2025-05-31'],
  ['last_year', '2025-01-01 2025-12-31', '2024-01-01 2024-12-31'],
] as const)('%s is %s, compared with %s', (preset, days, before) => {
  const period = presetDays(preset, TODAY);
  expect(text(period)).toBe(days);
  expect(text(daysBefore(period, TODAY))).toBe(before);
});

test.each([
  ['this_month', '2026-11-01 2026-11-29', '2026-10-01 2026-10-29'],
  ['this_quarter', '2026-10-01 2026-11-29', '2026-07-01 2026-08-29'],
  ['this_year', '2026-01-01 2026-11-29', '2025-01-01 2025-11-29'],
] as const)(
  '%s, which is not over, is compared with the same days before',
  (preset, days, before) => {
    const period = presetDays(preset, '2026-11-29');
    expect(text(period)).toBe(days);
    expect(text(daysBefore(period, '2026-11-29'))).toBe(before);
    expect(presetOf(period, '2026-11-29')).toBe(preset);
  },
);

test('other days are compared with as many days before', () => {
  const period = { from: '2026-03-02', to: '2026-03-08' };
  expect(presetOf(period, TODAY)).toBeUndefined();
  expect(text(daysBefore(period, TODAY))).toBe('2026-02-23 2026-03-01');
});

test('the same day of a shorter month is its last day', () => {
  const period = presetDays('this_month', '2026-03-30');
  expect(text(daysBefore(period, '2026-03-30'))).toBe('2026-02-01 2026-02-28');
});
