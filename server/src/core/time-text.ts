// Strict time parsing for time parameters (contract/fields.ts) and signed dates (http/signature.ts). `Date.parse`
// would guess formats that are not listed here.

import { DAY } from './clock.ts';

export interface CalendarTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Fractional digits of the second, as written; may be empty. */
  readonly fraction: string;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
/** Java's OffsetDateTime omits seconds when they are zero, and writes fractions down to nanoseconds. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?( ?)(Z|z|UTC|[+-]\d\d(?::?\d\d)?|\d\d:\d\d)$/;

/**
 * Milliseconds since the epoch, or null for an invalid time. Accepts ISO 8601 with `Z` or an offset and up to nine
 * decimals, and Ruby's `2026-01-02 03:04:05 UTC` (or ` +0200`); see wire.md part 2 (i). A date without a time is its
 * start in UTC. A time without an offset is ambiguous and rejected. A space in place of the offset's sign is a `+`
 * that was not escaped in a query.
 */
export function parseTimeParameter(text: string): number | null {
  const date = DATE.exec(text);
  if (date !== null) return toMilliseconds(calendarTime(date.slice(1)), 0);
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = ''] = match;
  const [space = '', zone = ''] = match.slice(8);
  const zoneText = /^\d/.test(zone) ? plusLost(space, zone) : zone;
  if (zoneText === null) return null;
  const offset = parseOffset(zoneText);
  if (offset === null) return null;
  return toMilliseconds(calendarTime([year, month, day, hour, minute, second, fraction]), offset);
}

/** For an inclusive upper bound: a date without a time is its last millisecond in UTC. */
export function parseEndTime(text: string): number | null {
  const time = parseTimeParameter(text);
  return time === null || !DATE.test(text) ? time : time + DAY - 1;
}

/** ISO 8601 with `T` and without spaces. */
export function parseIsoTime(text: string): number | null {
  return /^[\dTtZz:.+-]+$/.test(text) && text.length > 10 ? parseTimeParameter(text) : null;
}

/** A query parser turns `+02:00` into ` 02:00`. Without the space, `02:00` had no sign and is invalid. */
function plusLost(space: string, zone: string): string | null {
  return space === ' ' ? `+${zone}` : null;
}

/** Minutes east of UTC for `Z`, `UTC`, `+02`, `+0200` or `+02:00`; null when out of range. */
export function parseOffset(zone: string): number | null {
  if (/^(Z|UTC|UT|GMT)$/i.test(zone)) return 0;
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (match === null) return null;
  const [, sign, hours = '', minutes = '00'] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
}

function calendarTime(parts: readonly (string | undefined)[]): CalendarTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return { year, month, day, hour, minute, second, fraction: parts[6] ?? '' };
}

/** Milliseconds since the epoch, truncated; null for a date or time that does not exist. */
export function toMilliseconds(time: CalendarTime, offsetMinutes: number): number | null {
  if (time.year < 1 || time.hour > 23 || time.minute > 59 || time.second > 59) return null;
  const milliseconds = Number(time.fraction.slice(0, 3).padEnd(3, '0'));
  const moment = new Date(0);
  moment.setUTCFullYear(time.year, time.month - 1, time.day);
  const isReal = moment.getUTCMonth() === time.month - 1 && moment.getUTCDate() === time.day;
  if (!isReal) return null;
  moment.setUTCHours(time.hour, time.minute - offsetMinutes, time.second, milliseconds);
  return moment.getTime();
}
