// A list with its filters. Their values are in the URL, so that a link and the back button show the same list.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { useTexts } from '../i18n.tsx';
import type { TextSearch } from '../queries.ts';
import classes from './filter-bar.module.css';
import { ActiveFilters, type Field, Presets, SavedViews } from './filter-bar.tsx';
import { ChoiceFilter, Filters, SpanFilter, TextFilter } from './filters.tsx';
import { Icon } from './icon.tsx';
import { type ListChoices, type ListName, useListChoices } from './list-choices.ts';
import { type ListProps, ListTable } from './list-table.tsx';
import { type Bulk, SelectableRows } from './selection.tsx';
import { allowedOrder, headsOf, type Ordering, SortChoice } from './sorting.tsx';
import { RowsTable, type RowsTableProps } from './tables.tsx';

// Loaded on demand: most visits to a list change neither views nor columns.
const ListDialog = lazy(async () => ({ default: (await import('./list-dialog.tsx')).ListDialog }));

type Props<Row, Name extends string> = Filtering<Row, Name> & ListProps<Row>;

interface Filtering<Row, Name extends string> {
  /** Its name in the stored choices. Without one, it has no saved views and no choice of columns. */
  readonly name?: ListName;
  readonly filter: TextSearch<Name>;
  readonly fields: readonly Field<NoInfer<Name>>[];
  /** Filters that are often used. Their values are named as in the fields. */
  readonly presets?: readonly TextSearch<NoInfer<Name>>[];
  /** Whether days are a filter too: `from` and `to`. */
  readonly hasDays?: boolean;
  /** For a list whose columns have orders. */
  readonly ordering?: Ordering<NoInfer<Name>>;
  /** Actions for selected rows. */
  readonly bulk?: Bulk<Row> | undefined;
  /** Default: shows the same screen with these filters. */
  readonly onFilter?: (filter: TextSearch<Name>) => void;
  /** Shown when no row matches the filters. */
  readonly noneFound: string;
  /** Actions next to the filters. */
  readonly children?: ReactNode;
}

/** Beside the navigation at 1024 px. */
const FIELDS_OF_A_LINE = 4;

export function FilteredList<Row, Name extends string>(props: Props<Row, Name>) {
  const { name: list, filter, fields, presets = [], hasDays = false, noneFound } = props;
  const choices = useListChoices(list);
  const navigate = useNavigate();
  const open = (search: TextSearch<Name>) => void navigate({ to: '.', search });
  const { onFilter = open, bulk } = props;
  const { ordering = {} } = props;
  const show = (changed: TextSearch<Name>) =>
    onFilter(allowedOrder({ filter: { ...filter, ...changed }, ordering }));
  const shown = { filter, fields, onChange: show };
  const sorting = { filter, ordering, onChange: show };
  const [isSelecting, setSelecting] = useState(false);
  const selectButton = useRef<HTMLButtonElement>(null);
  const stopSelecting = () => {
    setSelecting(false);
    selectButton.current?.focus();
  };
  const renderRows = (table: RowsTableProps<Row>) => {
    const sorted = { ...table, heads: headsOf<Row, Name>(sorting) };
    if (bulk !== undefined)
      return <SelectableRows {...sorted} {...{ bulk, isSelecting }} onDone={stopSelecting} />;
    return table.rows.length > 0 && <RowsTable {...sorted} />;
  };
  const isFolded = fields.length + (hasDays ? 2 : 0) > FIELDS_OF_A_LINE;
  const field = ({ name, choices, ...shownField }: Field<NoInfer<Name>>) =>
    choices === undefined ? (
      <TextFilter key={name} of={filter} name={name} onChange={show} {...shownField} />
    ) : (
      <ChoiceFilter
        key={name}
        value={filter[name]}
        choices={choices}
        onChange={(value) => show({ [name]: value } as TextSearch<Name>)}
        {...shownField}
      />
    );
  const { sort: _, ...by } = filter as { readonly sort?: string };
  return (
    <>
      <div className={classes.top}>
        <Presets {...shown} {...{ presets, hasDays }} />
        <SavedViews filter={filter} views={choices.views} onOpen={onFilter} />
        {/* In this line, because a further line would move the list below the pointer. */}
        <ActiveFilters {...shown} />
        {list !== undefined && (
          <ChoicesButton {...{ list, filter, choices }} columns={props.columns} />
        )}
      </div>
      <Folded
        beside={
          bulk !== undefined && (
            <SelectButton
              ref={selectButton}
              isSelecting={isSelecting}
              onClick={() => (isSelecting ? stopSelecting() : setSelecting(true))}
            />
          )
        }
      >
        <Filters>
          {fields.slice(0, FIELDS_OF_A_LINE).map(field)}
          {isFolded && (
            <Further>
              {fields.slice(FIELDS_OF_A_LINE).map(field)}
              {hasDays && <SpanFilter of={filter} onChange={show} />}
            </Further>
          )}
          {!isFolded && hasDays && <SpanFilter of={filter} onChange={show} />}
          <SortChoice {...sorting} columns={props.columns} />
          {props.children}
        </Filters>
      </Folded>
      <ListTable
        {...props}
        renderRows={renderRows}
        columns={props.columns.filter((each) => !isHidden(each, choices.hidden))}
        filtered={{ by, text: noneFound, onClear: () => onFilter({}) }}
      />
    </>
  );
}

function isHidden(column: ChoosableColumn, hidden: readonly string[]): boolean {
  return column !== false && column.id !== undefined && hidden.includes(column.id);
}

type ChoosableColumn = false | { readonly id?: string; readonly head: string };

interface ChoicesButtonProps {
  readonly list: ListName;
  readonly filter: TextSearch<string>;
  readonly columns: readonly ChoosableColumn[];
  readonly choices: ListChoices;
}

function ChoicesButton({ columns, ...props }: ChoicesButtonProps) {
  const t = useTexts('lists');
  const [isOpen, setOpen] = useState(false);
  const choosable = columns.flatMap((column) =>
    column === false || column.id === undefined ? [] : [{ id: column.id, head: column.head }],
  );
  return (
    <>
      <Button
        className={classes.choices ?? ''}
        size="xs"
        variant="subtle"
        leftSection={<Icon name="columns" size={16} />}
        onClick={() => setOpen(true)}
      >
        {t.viewsAndColumns}
      </Button>
      {isOpen && (
        <Suspense>
          <ListDialog {...props} columns={choosable} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Next to the navigation on a tablet, further fields are behind a button, so that the fields take one line. */
function Further({ children }: { readonly children: ReactNode }) {
  const t = useTexts('lists');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.further} data-open={isOpen}>
        {children}
      </div>
      <Button
        className={classes.more ?? ''}
        variant="subtle"
        px="xs"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t.moreFilters}
      </Button>
    </>
  );
}

interface SelectButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly isSelecting: boolean;
  readonly onClick: () => void;
}

/** On a phone, rows have boxes only while they are being selected. */
function SelectButton({ ref, isSelecting, onClick }: SelectButtonProps) {
  const t = useTexts('lists');
  return (
    <Button ref={ref} variant="default" aria-pressed={isSelecting} onClick={onClick}>
      {t.select}
    </Button>
  );
}

interface FoldedProps {
  /** Next to the button on a phone. */
  readonly beside: ReactNode;
  readonly children: ReactNode;
}

/** On a phone, the fields are behind a button, so that the list begins on the first screen. */
function Folded({ beside, children }: FoldedProps) {
  const t = useTexts('lists');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={classes.toggles}>
        <Button
          variant="default"
          leftSection={<Icon name="filter" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t.filters}
        </Button>
        {beside}
      </div>
      <div className={classes.fields} data-open={isOpen}>
        {children}
      </div>
    </>
  );
}
