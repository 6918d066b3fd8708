// Whether a time is inside a rule's hours, in a named time zone with daylight saving time. Pure.
import { defined } from '../core/assert.ts';
import { memoize } from '../core/memoize.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface OpenHours {
  /** A name in the IANA time zone database. */
  readonly timeZone: string;
  /** Minutes of the day, `from` inclusive, `to` exclusive. The hours may extend into the next day. */
  readonly from: number;
  readonly to: number;
  /** The days on which the hours begin. */
  readonly days: ReadonlySet<Weekday>;
}

export function isInside(hours: OpenHours, at: number): boolean {
  const { day, minute } = localTime(hours.timeZone, at);
  const yesterday = (day + WEEKDAYS.length - 1) % WEEKDAYS.length;
  const beginsOn = (index: number) => hours.days.has(defined(WEEKDAYS[index], 'a day of the week'));
  if (hours.from < hours.to) return beginsOn(day) && minute >= hours.from && minute < hours.to;
  if (minute >= hours.from) return beginsOn(day);
  return minute < hours.to && beginsOn(yesterday);
}

function localTime(timeZone: string, at: number): { day: number; minute: number } {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const weekday = parts.get('weekday')?.toLowerCase();
  const names: readonly string[] = WEEKDAYS;
  const day = names.indexOf(weekday ?? '');
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}

/** In any case of letters. Throws RangeError for an unknown zone. */
const clockOf = (timeZone: string) => clocks(timeZone.toLowerCase());
const clocks = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
