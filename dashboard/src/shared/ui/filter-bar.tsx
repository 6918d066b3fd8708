// Above a list: frequent filters and saved views, as buttons, and the active filters, each with a way to remove it.
import { DAY, now } from '../clock.ts';
import { useLanguage, useTexts } from '../i18n.tsx';
import type { TextSearch } from '../queries.ts';
import { dayAt, shownZone } from '../zone.ts';
import classes from './filter-bar.module.css';
import type { Choice, Span } from './filters.tsx';
import { Icon } from './icon.tsx';
import { isSameView, type View } from './list-choices.ts';
import { shortened } from './values.tsx';

export interface Field<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
}

type Values = Readonly<Record<string, string | undefined>>;

interface Preset {
  readonly label: string;
  readonly values: Values;
}

interface Props<Name extends string> {
  readonly filter: TextSearch<Name>;
  readonly fields: readonly Field<Name>[];
  readonly onChange: (changed: TextSearch<Name>) => void;
}

interface PresetsProps<Name extends string> extends Props<Name> {
  readonly presets: readonly TextSearch<Name>[];
  readonly hasDays: boolean;
}

/** A preset is on when the filters have its values. Choosing it again removes them. */
export function Presets<Name extends string>(props: PresetsProps<Name>) {
  const { filter, presets, fields, hasDays, onChange } = props;
  const t = useTexts('lists');
  const days = useDayPresets();
  const named = presets.map((values) => ({ label: nameOf(values, fields), values }));
  const all: readonly Preset[] = [...named, ...(hasDays ? days : [])];
  if (all.length === 0) return null;
  const current = filter as Values;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend.
    <div className={classes.bar} role="group" aria-label={t.presets}>
      {all.map(({ label, values }) => {
        const isOn = Object.entries(values).every(([name, value]) => current[name] === value);
        const change = isOn ? without(Object.keys(values)) : values;
        return (
          <button
            key={label}
            type="button"
            className={classes.preset}
            aria-pressed={isOn}
            onClick={() => onChange(change as TextSearch<Name>)}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

interface SavedViewsProps<Name extends string> {
  readonly filter: TextSearch<Name>;
  readonly views: readonly View[];
  /** Replaces all filters. */
  readonly onOpen: (filter: TextSearch<Name>) => void;
}

/** Choosing the view that is open again shows the whole list. */
export function SavedViews<Name extends string>({ filter, views, onOpen }: SavedViewsProps<Name>) {
  const t = useTexts('lists');
  if (views.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend.
    <div className={classes.bar} role="group" aria-label={t.savedViews}>
      {views.map(({ name, filters }) => {
        const isOn = isSameView(filter, filters);
        return (
          <button
            key={name}
            type="button"
            className={classes.preset}
            aria-pressed={isOn}
            onClick={() => onOpen((isOn ? {} : filters) as TextSearch<Name>)}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}

function nameOf<Name extends string>(values: TextSearch<Name>, fields: readonly Field<Name>[]) {
  const names = Object.entries<string | undefined>(values).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return field?.choices?.find((choice) => choice.value === value)?.label ?? value ?? '';
  });
  return names.join(', ');
}

const without = (names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Today, and with the six days before it, in the person's time zone. */
function useDayPresets(): readonly Preset[] {
  const t = useTexts('lists');
  const zone = shownZone();
  const since = (from: string): Values & Span => ({ from, to: undefined });
  return [
    { label: t.today, values: since(dayAt(zone, now())) },
    { label: t.last7Days, values: since(dayAt(zone, now() - 6 * DAY)) },
  ];
}

/** The active filters. A click removes one. The order of the list is none of them. */
export function ActiveFilters<Name extends string>({ filter, fields, onChange }: Props<Name>) {
  const t = useTexts('lists');
  const day = useDayText();
  const active = Object.entries<string | undefined>(filter).flatMap(([name, value]) =>
    value === undefined || name === 'sort' ? [] : [{ name, value }],
  );
  if (active.length === 0) return null;
  const text = (name: string, value: string) => {
    if (name === 'from') return t.labelled({ label: t.startDate, value: day(value) });
    if (name === 'to') return t.labelled({ label: t.endDate, value: day(value) });
    const field = fields.find((each) => each.name === name);
    const chosen = field?.choices?.find((choice) => choice.value === value)?.label;
    const shown = chosen ?? shortened(value);
    return field === undefined ? shown : t.labelled({ label: field.label, value: shown });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend.
    <div className={classes.bar} role="group" aria-label={t.activeFilters}>
      {active.map(({ name, value }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-label={t.removeFilter({ filter: text(name, value) })}
          onClick={() => onChange(without([name]) as TextSearch<Name>)}
        >
          <span>{text(name, value)}</span>
          <Icon name="close" size={14} />
        </button>
      ))}
    </div>
  );
}

function useDayText(): (day: string) => string {
  const { locale } = useLanguage();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (day) => {
    const at = new Date(day);
    return Number.isNaN(at.getTime()) ? day : format.format(at);
  };
}
