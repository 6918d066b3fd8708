// A filter by calendar months, in UTC like the ledger: the first and the last day of a month.
import { now } from '../clock.ts';
import { useLanguage } from '../i18n.tsx';
import { ChoiceFilter } from './filters.tsx';

interface Days {
  /** `2026-11-01`, `2026-11-30`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Props extends Days {
  readonly label: string;
  readonly onChange: (days: Days) => void;
}

/** The current month, and those of the year before it. */
const MONTHS = 13;

export function MonthFilter({ label, from, to, onChange }: Props) {
  const { locale } = useLanguage();
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' }).format(now());
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const months = Array.from({ length: MONTHS }, (_, n) => daysOf(today, n));
  const chosen = months.find((month) => month.from === from && month.to === to);
  return (
    <ChoiceFilter
      label={label}
      value={chosen?.from}
      choices={months.map((month) => ({
        value: month.from,
        label: name.format(new Date(month.from)),
      }))}
      onChange={(first) => onChange(months.find((month) => month.from === first) ?? {})}
    />
  );
}

/** The days of the month that is `before` months before the month of `day`. */
function daysOf(day: string, before: number) {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - before);
  const last = new Date(first);
  last.setUTCMonth(first.getUTCMonth() + 1, 0);
  return { from: dayOf(first), to: dayOf(last) };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
