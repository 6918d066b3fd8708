// Calendar days in a named time zone: where they start and end, also when clocks skip or repeat part of a day.
import { DAY, HOUR } from './clock.ts';
import { memoize } from './memoize.ts';

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * The start of a day (`2026-11-23`) in a time zone. If the clock skips midnight, the time of the change. If midnight
 * occurs twice, the first one. If the zone skips the whole day, the first moment after it. NaN for an invalid day.
 */
export function dayStartIn(zone: string, day: string): number {
  if (Number.isNaN(midnightOf(day))) return Number.NaN;
  return Math.min(...midnights(zone, day).filter((moment) => dayAt(zone, moment) >= day));
}

/** The last millisecond of a day. If the zone skips the day, that of the previous day. */
export function dayEndIn(zone: string, day: string): number {
  const next = new Date(midnightOf(day) + DAY);
  if (Number.isNaN(next.getTime())) return Number.NaN;
  const ends = midnights(zone, next.toISOString().slice(0, 10)).map((moment) => moment - 1);
  return Math.max(...ends.filter((moment) => dayAt(zone, moment) <= day));
}

/** Possible starts of a day, by each UTC offset that the zone has around it. */
function midnights(zone: string, day: string): number[] {
  const midnight = midnightOf(day);
  const around = Array.from({ length: 73 }, (_, n) => midnight + (n - 36) * HOUR);
  const offsets = new Set(around.map((moment) => aheadOf(zone, moment)));
  return [...offsets].map((ahead) => midnight - ahead);
}

const midnightOf = (day: string) => new Date(`${day}T00:00:00Z`).getTime();

/** The date in the zone, for example 2026-11-23. */
export function dayAt(zone: string, moment: number): string {
  return timeText(zone, moment).slice(0, 10);
}

function aheadOf(zone: string, moment: number): number {
  const shown = new Date(`${timeText(zone, moment).replace(' ', 'T')}Z`).getTime();
  return shown - Math.floor(moment / 1000) * 1000;
}

function timeText(zone: string, moment: number): string {
  return formatOf(zone).format(moment);
}

/** Names in any case are one zone, so that no request can add formats without end. */
const formatOf = (zone: string) => formats(zone.toLowerCase());
const formats = memoize(
  (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short' as const,
      timeStyle: 'medium' as const,
    }),
);

/** The day after (or, with a negative number, before) a date, whatever the zone. */
export function addDays(day: string, count: number): string {
  return new Date(midnightOf(day) + count * DAY).toISOString().slice(0, 10);
}
