// A day, month or year of a report, in the reader's format. They are UTC days, whatever the reader's time zone.
import { useLanguage } from '../i18n.tsx';

const PERIOD = /^\d{4}(-\d\d){0,2}$/;

/** `2026-11-24`, `2026-11` or `2026`. A word stays unchanged. */
export function usePeriodText(): (period: string) => string {
  const { locale } = useLanguage();
  const formats: Readonly<Record<number, Intl.DateTimeFormatOptions>> = {
    4: { year: 'numeric' },
    7: { year: 'numeric', month: 'short' },
    10: { dateStyle: 'medium' },
  };
  return (period) => {
    const format = formats[period.length];
    if (format === undefined || !PERIOD.test(period)) return period;
    return new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(new Date(period));
  };
}
