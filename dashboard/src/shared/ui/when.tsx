// A time in the reader's language and time zone, or in UTC. The exact UTC time is in the element and its title.
import { useLanguage } from '../i18n.tsx';
import classes from './text.module.css';

interface Props {
  /** ISO 8601. */
  readonly at: string;
  /** For places where days are UTC days, as in the ledger. */
  readonly zone?: 'UTC';
}

export function When({ at, zone }: Props) {
  const text = useTimeText(zone);
  const utc = new Date(at).toISOString();
  return (
    <time className={classes.when} dateTime={utc} title={utc}>
      {text(at)}
    </time>
  );
}

/** The time as text, for use within a sentence. */
export function useTimeText(zone?: 'UTC'): (at: string) => string {
  const { locale, timeZone: own } = useLanguage();
  const timeZone = zone ?? own;
  const format = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'medium' as const, timeStyle: 'short' as const },
    ...(timeZone !== undefined && { timeZone }),
  });
  return (at) => format.format(new Date(at));
}
