// Filters a list by a range of days, both inclusive. The range is kept in the URL.
import { useTexts } from '../texts.ts';
import { DayFilter, dayEnd, dayStart } from './day-filter.tsx';
import classes from './text.module.css';

export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Props {
  readonly of: Span;
  readonly onChange: (changed: Span) => void;
}

export function SpanFilter({ of: { from, to }, onChange }: Props) {
  const t = useTexts('common');
  return (
    <div className={classes.span}>
      <DayFilter label={t.from} value={from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label={t.to} value={to} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}

/** The range in the format of operations. */
export function requestedSpan({ from, to }: Span) {
  return { from: dayStart(from), to: dayEnd(to) };
}
