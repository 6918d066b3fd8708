// A bar chart over time, drawn from decimal text: one group per period, one bar per series. The same data is in a table
// below it, also for screen readers.
import { scaled } from '../amounts.ts';
import { useLanguage, useTexts } from '../i18n.tsx';
import { type Column, RowsTable } from '../ui/tables.tsx';
import { amountIn } from '../ui/values.tsx';
import classes from './bars.module.css';

export interface Series {
  readonly name: string;
  readonly tone: 'first' | 'second' | 'third';
  /** One value per period. */
  readonly values: readonly string[];
}

interface Props {
  readonly label: string;
  /** The currency of the values. Null for counts. */
  readonly currency: string | null;
  readonly periods: readonly string[];
  readonly series: readonly Series[];
}

const HEIGHT = 1000n;
const GROUP = 100;
const GAP = 16;
/** Keeps bars narrow when there are few periods. */
const GROUPS_MIN = 12;

export function Bars({ label, currency, periods, series }: Props) {
  const { locale } = useLanguage();
  const periodText = usePeriodText();
  const named = (at: number) => periodText(periods[at] ?? '');
  const shown = (text: string) =>
    currency === null ? text : `${amountIn(locale, text, currency)} ${currency}`;
  const { tallest, lowest, bars } = drawn(series);
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <strong>{label}</strong>
        <span className={classes.legend}>
          {series.map(({ name, tone }) => (
            <span key={name}>
              <span className={classes.swatch} data-tone={tone} aria-hidden /> {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={classes.top} aria-hidden>
        {tallest !== null && shown(tallest)}
      </div>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${Math.max(periods.length, GROUPS_MIN) * GROUP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map(({ at, of, y, height }) => (
          <rect
            key={`${at} ${of}`}
            x={at * GROUP + GAP / 2 + ((GROUP - GAP) / series.length) * of}
            y={`${y}`}
            width={(GROUP - GAP) / series.length}
            height={`${height}`}
            data-tone={series[of]?.tone}
          >
            <title>{`${named(at)} · ${series[of]?.name} · ${shown(series[of]?.values[at] ?? '')}`}</title>
          </rect>
        ))}
      </svg>
      <div className={classes.axis} data-few={periods.length < GROUPS_MIN} aria-hidden>
        <span>{named(0)}</span>
        {lowest !== null && <span>{shown(lowest)}</span>}
        {periods.length > 1 && <span>{named(periods.length - 1)}</span>}
      </div>
      <AsTable {...{ label, periods, series }} textOf={shown} />
    </figure>
  );
}

interface TableProps {
  readonly label: string;
  readonly periods: readonly string[];
  readonly series: readonly Pick<Series, 'name' | 'values'>[];
  readonly textOf: (amount: string) => string;
}

/** The data of a chart, to read, copy or hear. */
export function AsTable({ label, periods, series, textOf }: TableProps) {
  const t = useTexts('common');
  const periodText = usePeriodText();
  const columns: readonly Column<number>[] = [
    { head: t.period, cell: (n) => periodText(periods[n] ?? '') },
    ...series.map(({ name, values }) => ({
      head: name,
      isAmount: true,
      cell: (n: number) => textOf(values[n] ?? ''),
    })),
  ];
  return (
    <details>
      <summary>{t.asTable}</summary>
      <RowsTable
        label={label}
        rows={[...periods.keys()]}
        columns={columns}
        rowKey={(n) => `${n}`}
      />
    </details>
  );
}

/** Heights as integer fractions of HEIGHT: screen positions, not money. */
function drawn(series: readonly Series[]) {
  const texts = series.flatMap(({ values }) => values);
  const { units } = scaled(texts);
  const ordered = [...units, 0n].sort((a, b) => (a < b ? -1 : 1));
  const [bottom = 0n] = ordered;
  const top = ordered.at(-1) ?? 0n;
  const range = top - bottom === 0n ? 1n : top - bottom;
  const zero = (top * HEIGHT) / range;
  const textOf = (wanted: bigint) => texts[units.indexOf(wanted)] ?? null;
  let n = 0;
  const bars = series.flatMap(({ values }, of) =>
    values.flatMap((_, at) => {
      const unit = units[n] ?? 0n;
      n += 1;
      if (unit === 0n) return [];
      const size = ((unit < 0n ? -unit : unit) * HEIGHT) / range;
      // Nonzero values are always visible.
      const height = size < 4n ? 4n : size;
      return [{ at, of, y: unit > 0n ? zero - height : zero, height }];
    }),
  );
  return {
    tallest: top === 0n ? null : textOf(top),
    lowest: bottom === 0n ? null : textOf(bottom),
    bars,
  };
}

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
