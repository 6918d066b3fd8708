// A time in a list: how long ago or how soon it is. Pointing at the time, or focusing its row, shows the exact time.
import { useEffect, useState } from 'react';
import { DAY, HOUR, later, MINUTE, now } from '../clock.ts';
import { useLanguage } from '../i18n.tsx';
import classes from './list-table.module.css';

/** Beyond this, a date says more than a number of days. */
const RELATIVE_MAX = 7 * DAY;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** The current time, which changes once a minute. */
export function useMinute(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    let stop = () => {};
    const wait = () => {
      setAt(now());
      stop = later(MINUTE, wait);
    };
    stop = later(MINUTE, wait);
    return () => stop();
  }, []);
  return at;
}

interface Formats {
  readonly relative: Intl.RelativeTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly exact: Intl.DateTimeFormat;
}

/** Making a format takes longer than using it a hundred times. */
const made = new Map<string, Formats>();

function formatsOf(locale: string, timeZone: string | undefined): Formats {
  const key = `${locale} ${timeZone ?? ''}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const zone = timeZone === undefined ? {} : { timeZone };
  const formats = {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', ...zone }),
  };
  made.set(key, formats);
  return formats;
}

interface Props {
  /** ISO 8601. */
  readonly at: string;
  /** The current time, of a list that renews it. */
  readonly now?: number;
}

export function Ago({ at, now: current = now() }: Props) {
  const { locale, timeZone } = useLanguage();
  const formats = formatsOf(locale, timeZone);
  const time = new Date(at);
  return (
    <time
      className={classes.ago}
      dateTime={time.toISOString()}
      data-exact={formats.exact.format(time)}
    >
      {textOf(formats, time, time.getTime() - current)}
    </time>
  );
}

function textOf({ relative, day }: Formats, time: Date, away: number): string {
  const distance = Math.abs(away);
  if (distance >= RELATIVE_MAX) return day.format(time);
  const [unit, size] = UNITS.find(([, each]) => distance >= each) ?? ['minute', MINUTE];
  return relative.format(Math.trunc(away / size), unit);
}
