// A list with its filters. Their values are in the URL, so that a link and the back button show the same list.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TextSearch } from '../queries.ts';
import { type Choice, ChoiceFilter, Filters, SpanFilter, TextFilter } from './filters.tsx';
import { type ListProps, ListTable } from './tables.tsx';

export interface Field<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
}

type Props<Row, Name extends string> = Filtering<Name> & ListProps<Row>;

interface Filtering<Name extends string> {
  readonly filter: TextSearch<Name>;
  readonly fields: readonly Field<NoInfer<Name>>[];
  /** Whether days are a filter too: `from` and `to`. */
  readonly hasDays?: boolean;
  /** Default: shows the same screen with these filters. */
  readonly onFilter?: (filter: TextSearch<Name>) => void;
  /** Shown when no row matches the filters. */
  readonly noneFound: string;
  /** Actions next to the filters. */
  readonly children?: ReactNode;
}

export function FilteredList<Row, Name extends string>(props: Props<Row, Name>) {
  const { filter, fields, hasDays = false, noneFound } = props;
  const navigate = useNavigate();
  const open = (search: TextSearch<Name>) => void navigate({ to: '.', search });
  const { onFilter = open } = props;
  const show = (changed: TextSearch<Name>) => onFilter({ ...filter, ...changed });
  return (
    <>
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
        {props.children}
      </Filters>
      <ListTable
        {...props}
        filtered={{ by: filter, text: noneFound, onClear: () => onFilter({}) }}
      />
    </>
  );
}
