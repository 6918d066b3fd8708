// Parses the `Date` of a signed request in every format that published clients send (wire.md part 2 (a)): an HTTP date
// from node and ruby, RFC 2822 from php, RFC 1123 with an unpadded day from java, ISO 8601 from integrators.
import { parseIsoTime, parseOffset, toMilliseconds } from '../core/time-text.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAIL_DATE =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d):(\d\d) (gmt|utc|ut|z|[+-]\d{4})$/i;
/** Longer than any of the formats; prevents hostile headers from reaching the regular expressions. */
const DATE_LENGTH_MAX = 64;

/** Milliseconds since the epoch; null for invalid text. The weekday is not checked against the date. */
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
      // An unknown name results in month 0, which does not exist.
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
