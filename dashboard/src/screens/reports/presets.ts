// Periods of a report: presets, and the period before the chosen one. Days are calendar dates, so no time zone is
// involved. Pure.
import { addDays } from '../../../../server/src/core/time-zone.ts';
import { DAY } from '../../shared/clock.ts';

export const presets = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const;
export type Preset = (typeof presets)[number];

/** The first and the last day, for example 2026-11-01 and 2026-11-30. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Months per period, and how many periods before the current one. */
const SPANS: Readonly<Record<Preset, readonly [months: number, before: number]>> = {
  this_month: [1, 0],
  last_month: [1, 1],
  this_quarter: [3, 0],
  last_quarter: [3, 1],
  this_year: [12, 0],
  last_year: [12, 1],
};

/** A current period ends today. */
export function presetDays(preset: Preset, today: string): Days {
  const [months, before] = SPANS[preset];
  const first = monthOf(today) - (monthOf(today) % months) - before * months;
  const to = addDays(firstOf(first + months), -1);
  return { from: firstOf(first), to: to < today ? to : today };
}

export function presetOf(days: Days, today: string): Preset | undefined {
  return presets.find((preset) => {
    const { from, to } = presetDays(preset, today);
    return from === days.from && to === days.to;
  });
}

/**
 * The same days of the month, quarter or year before, for a preset; whole months before whole months; else as many days
 * before.
 */
export function daysBefore({ from, to }: Days, today: string): Days {
  const preset = presetOf({ from, to }, today);
  const isWhole = isFirst(from) && isFirst(addDays(to, 1));
  if (preset === undefined && !isWhole) {
    const count = (Date.parse(to) - Date.parse(from)) / DAY + 1;
    return { from: addDays(from, -count), to: addDays(from, -1) };
  }
  const months = preset === undefined ? monthOf(addDays(to, 1)) - monthOf(from) : SPANS[preset][0];
  const end = isWhole ? addDays(firstOf(monthOf(to) + 1 - months), -1) : sameDay(to, months);
  return { from: firstOf(monthOf(from) - months), to: end };
}

/** Months since year 0. */
function monthOf(day: string): number {
  const date = new Date(day);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

function firstOf(month: number): string {
  const year = `${Math.floor(month / 12)}`.padStart(4, '0');
  return `${year}-${`${(month % 12) + 1}`.padStart(2, '0')}-01`;
}

const isFirst = (day: string) => day.endsWith('-01');

/** The same day some months earlier, or the last day of that month. */
function sameDay(day: string, months: number): string {
  const month = monthOf(day) - months;
  const same = firstOf(month).slice(0, 8) + day.slice(8);
  const last = addDays(firstOf(month + 1), -1);
  return [same, last].sort()[0] ?? last;
}
