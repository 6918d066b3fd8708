// A moment, in the language and the zone of who looks; the exact time in UTC is in the element and its title.
import { useLanguage } from '../i18n.tsx';
import classes from './text.module.css';

interface Props {
  /** ISO 8601. */
  readonly at: string;
}

export function When({ at }: Props) {
  const { locale, timeZone } = useLanguage();
  const moment = new Date(at);
  const utc = moment.toISOString();
  const text = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: 'medium' as const, timeStyle: 'short' as const },
    ...(timeZone !== undefined && { timeZone }),
  });
  return (
    <time className={classes.when} dateTime={utc} title={utc}>
      {text.format(moment)}
    </time>
  );
}
