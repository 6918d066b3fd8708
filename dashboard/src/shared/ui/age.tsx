// The age of a time in the reader's language: "3 days ago". The exact time is in the title.
import { DAY, HOUR, MINUTE, now } from '../clock.ts';
import { useLanguage } from '../i18n.tsx';

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** `since`: ISO 8601. */
export function Age({ since }: { readonly since: string }) {
  const { locale } = useLanguage();
  const utc = new Date(since).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {ageText(locale, now() - Date.parse(since))}
    </time>
  );
}

/** The age in the largest unit with a value of at least one, rounded down. */
export function ageText(locale: string, milliseconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => milliseconds >= each) ?? ['minute', MINUTE];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return format.format(-Math.floor(Math.max(0, milliseconds) / size), unit);
}
