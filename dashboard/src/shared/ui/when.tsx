// A moment, in the language and the zone of who looks, or in UTC; the exact time in UTC is in the element and its title.
import { useLanguage } from '../i18n.tsx';
import classes from './text.module.css';

interface Props {
  /** ISO 8601. */
  readonly at: string;
  /** Where days are those of the books. */
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

/** For a moment within a sentence. */
export function useTimeText(zone?: 'UTC'): (at: string) => string {
  const { locale, timeZone: own } = useLanguage();
  const timeZone = zone ?? own;
  const format = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'medium' as const, timeStyle: 'short' as const },
    ...(timeZone !== undefined && { timeZone }),
  });
  return (at) => format.format(new Date(at));
}
