// A list with its filters. Their values are in the URL, so that a link and the back button show the same list.
import type { TextSearch } from '../queries.ts';
import { useMe } from '../session.ts';
import { type Choice, ChoiceFilter, Filters, SpanFilter, TextFilter } from './filters.tsx';
import { type ListProps, ListTable } from './tables.tsx';

/** A choice, or a text that the person types. */
export interface Field<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
}

interface Filtering<Name extends string> {
  /** The values in the URL. */
  readonly filter: TextSearch<Name>;
  readonly fields: readonly Field<NoInfer<Name>>[];
  /** Whether days are a filter too: `from` and `to`. */
  readonly hasDays?: boolean;
  readonly onFilter: (filter: TextSearch<Name>) => void;
}

type Props<Row, Name extends string> = Filtering<Name> &
  ListProps<Row> & {
    /** Shown when no row matches the filters. */
    readonly noneFound: string;
  };

export function FilteredList<Row, Name extends string>(props: Props<Row, Name>) {
  const { filter, noneFound, onFilter } = props;
  return (
    <>
      <FilterBar {...props} />
      <ListTable
        {...props}
        filtered={{ by: filter, text: noneFound, onClear: () => onFilter({}) }}
      />
    </>
  );
}

export function FilterBar<Name extends string>(props: Filtering<Name>) {
  const { filter, fields, hasDays = false, onFilter } = props;
  const show = (changed: TextSearch<Name>) => onFilter({ ...filter, ...changed });
  return (
    <Filters>
      {fields.map(({ name, choices, ...field }) =>
        choices === undefined ? (
          <TextFilter key={name} of={filter} name={name} onChange={show} {...field} />
        ) : (
          <ChoiceFilter
            key={name}
            value={filter[name]}
            choices={choices}
            onChange={(value) => show({ [name]: value } as TextSearch<Name>)}
            {...field}
          />
        ),
      )}
      {hasDays && <SpanFilter of={filter} onChange={show} />}
    </Filters>
  );
}

/** For a filter by project, in lists of all projects. */
export function useProjectChoices(): readonly Choice[] {
  return useMe().projects.map(({ id, name }) => ({ value: id, label: name }));
}
