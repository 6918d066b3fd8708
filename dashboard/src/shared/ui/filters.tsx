// Filters of a list. Their values are in the URL, so that a link and the back button show the same list.
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { now } from '../clock.ts';
import { useLanguage, useTexts } from '../i18n.tsx';
import type { TextSearch } from '../queries.ts';
import { dayAt, dayEndIn, dayStartIn, shownZone } from '../zone.ts';
import classes from './text.module.css';

interface DayFilterProps {
  readonly label: string;
  /** `2026-11-23`. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter by calendar days, in the person's time zone. */
export function DayFilter({ label, value = '', onChange }: DayFilterProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => {
        const day = event.currentTarget.value;
        onChange(day === '' ? undefined : day);
      }}
    />
  );
}

export const dayStart = (day: string | undefined) => momentOf(day, dayStartIn);

export const dayEnd = (day: string | undefined) => momentOf(day, dayEndIn);

function momentOf(day: string | undefined, momentIn: typeof dayStartIn): string | undefined {
  const moment = momentIn(shownZone(), day ?? '');
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}

/** Days: `2026-11-01`, `2026-11-30`. */
export interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Props extends Span {
  readonly label: string;
  readonly onChange: (days: Span) => void;
}

/** The current month, and those of the year before it. */
const MONTHS = 13;

/** A filter by calendar months, in the person's time zone: the first and the last day of a month. */
export function MonthFilter({ label, from, to, onChange }: Props) {
  const { locale } = useLanguage();
  const today = dayAt(shownZone(), now());
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

function daysOf(day: string, before: number) {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - before);
  const last = new Date(first);
  last.setUTCMonth(first.getUTCMonth() + 1, 0);
  return { from: dayOf(first), to: dayOf(last) };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

export function Filters({ children }: { readonly children: ReactNode }) {
  return <search className={classes.filters}>{children}</search>;
}

interface TextProps<Name extends string> {
  readonly of: TextSearch<Name>;
  readonly name: Name;
  readonly label: string;
  readonly placeholder?: string;
  /** Called when the text is complete (Enter or blur). */
  readonly onChange: (changed: TextSearch<Name>) => void;
}

export function TextFilter<Name extends string>(props: TextProps<Name>) {
  const { of, name, label, placeholder = '', onChange } = props;
  const value = of[name] ?? '';
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = text.trim();
    if (wanted !== value)
      onChange({ [name]: wanted === '' ? undefined : wanted } as TextSearch<Name>);
  };
  return (
    <form onSubmit={commit}>
      <TextInput
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => commit()}
      />
    </form>
  );
}

export interface Choice<V extends string = string> {
  readonly value: V;
  readonly label: string;
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice<V>[];
  readonly anyLabel?: string;
  readonly onChange: (value: V | undefined) => void;
}

export function ChoiceFilter<V extends string>(props: ChoiceProps<V>) {
  const t = useTexts('common');
  const { label, value, choices, anyLabel = t.any, onChange } = props;
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: anyLabel }, ...choices]}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(choices.find((choice) => choice.value === chosen)?.value);
      }}
    />
  );
}

interface SpanFilterProps {
  readonly of: Span;
  readonly onChange: (changed: Span) => void;
}

export function SpanFilter({ of: { from, to }, onChange }: SpanFilterProps) {
  const t = useTexts('common');
  return (
    <div className={classes.span}>
      <DayFilter label={t.startDate} value={from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label={t.endDate} value={to} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}

export function requestedSpan({ from, to }: Span) {
  return { from: dayStart(from), to: dayEnd(to) };
}
