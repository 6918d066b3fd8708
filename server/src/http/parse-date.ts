// Reads the `Date` of a signed request in every spelling that published clients send (wire.md part 2 (a)):
// node and ruby an HTTP date, php RFC 2822, java RFC 1123 with a bare day, integrators ISO 8601.
import { parseIsoTime, parseOffset, toMilliseconds } from '../core/time-text.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAIL_DATE =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) (gmt|utc|ut|z|[+-]\d{4})$/i;
/** Longer than any of the spellings; keeps hostile headers away from the expressions. */
const DATE_LENGTH_MAX = 64;

/** Milliseconds since the epoch; null when the text is no date. The weekday is not checked against the day. */
export function parseRequestDate(text: string): number | null {
  if (text.length > DATE_LENGTH_MAX) return null;
  return parseMailDate(text) ?? parseIsoTime(text);
}

function parseMailDate(text: string): number | null {
  const match = MAIL_DATE.exec(text);
  if (match === null) return null;
  const [, day, monthName = '', year, hour, minute, second, zone = ''] = match;
  const offset = parseOffset(zone);
  if (offset === null) return null;
  return toMilliseconds(
    {
      year: Number(year),
      // An unknown name gives month 0, which no calendar has.
      month: MONTHS.indexOf(monthName.toLowerCase()) + 1,
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      fraction: '',
    },
    offset,
  );
}
