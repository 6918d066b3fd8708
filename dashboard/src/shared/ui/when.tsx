// A moment, in the language and the zone of who looks; the exact time in UTC is in the element and its title.
import { useLanguage } from '../i18n.tsx';
import classes from './text.module.css';

interface Props {
  /** ISO 8601. */
  readonly at: string;
}

export function When({ at }: Props) {
  const text = useTimeText();
  const utc = new Date(at).toISOString();
  return (
    <time className={classes.when} dateTime={utc} title={utc}>
      {text(at)}
    </time>
  );
}

/** For a moment within a sentence. */
export function useTimeText(): (at: string) => string {
  const { locale, timeZone } = useLanguage();
  const format = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'medium' as const, timeStyle: 'short' as const },
    ...(timeZone !== undefined && { timeZone }),
  });
  return (at) => format.format(new Date(at));
}
