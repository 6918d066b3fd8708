// Rows as a table, loaded or page by page. On a narrow screen each row is a card.
import { Button, Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n.tsx';
import type { ListOptions } from '../queries.ts';
import classes from './list-table.module.css';
import { Empty, type EmptyParts, QueryStatus } from './page.tsx';
import { Money, type MoneyProps, Unit, unitOf, When } from './values.tsx';

export type ListProps<Row> = ListParts<Row> & RowKey<Row>;

/** Rows without an ID need a key. */
type RowKey<Row> =
  | { readonly rowKey: (row: Row) => string }
  | (Row extends { readonly id: string } ? { readonly rowKey?: undefined } : never);

const idOf = (row: unknown) => (row as { readonly id: string }).id;

interface ListParts<Row> {
  readonly label: string;
  readonly list: ListOptions<Row>;
  readonly columns: Columns<Row>;
  readonly rowLink?: (row: Row) => LinkProps;
  /** Shown when there are no rows at all: a text, or also an icon and the action that creates the first row. */
  readonly empty: string | EmptyParts;
  /** Used when one of the filters `by` is set and no row matches: the text, and how to clear the filters. */
  readonly filtered?: { readonly by: object; readonly text: string; readonly onClear: () => void };
}

export function ListTable<Row>(props: ListProps<Row>) {
  const { label, list, columns, rowKey, rowLink, empty, filtered } = props;
  const t = useTexts('common');
  const query = useInfiniteQuery(list);
  const isFiltered =
    filtered !== undefined && Object.values(filtered.by).some((value) => value !== undefined);
  const status = <QueryStatus of={query} what={label} shape="rows" />;
  if (query.data === undefined) return status;
  const rows = query.data.pages.flatMap((page) => page.rows);
  // A page may be empty before the end: a filtered search scans a limited number of rows per request.
  if (rows.length === 0 && !query.hasNextPage)
    return isFiltered ? (
      <Empty text={filtered.text} onClear={filtered.onClear} />
    ) : (
      <Empty {...(typeof empty === 'string' ? { text: empty } : empty)} />
    );
  const total = query.data.pages[0]?.total ?? null;
  return (
    <>
      {/* The rows stay if a refetch fails: one of them may have an open dialog. */}
      {status}
      {rows.length > 0 && (
        <RowsTable {...{ label, rows, columns, rowKey, rowLink }} isOld={query.isPlaceholderData} />
      )}
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {total === null
            ? t.rowsShown({ rows: rows.length })
            : t.shownOf({ rows: rows.length, total })}
        </Text>
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.showMore}
          </Button>
        )}
      </Group>
    </>
  );
}

interface ColumnParts {
  readonly head: string;
  /** Sentences: on a narrow screen, they are below the column name instead of next to it. */
  readonly isText?: boolean;
  /** Right-aligned, so that the digits line up. Default: for `money`. */
  readonly isAmount?: boolean;
}

/** What a row shows: anything, an amount, or a time. Null: a dash, or `none`. */
type CellOf<Row> =
  | { readonly cell: (row: Row) => ReactNode }
  | { readonly money: (row: Row) => MoneyProps | null }
  | { readonly time: (row: Row) => string | null; readonly none?: string };

export type Column<Row> = ColumnParts & CellOf<Row>;

/** Columns, without those that the person has no permission for. */
export type Columns<Row> = readonly (Column<Row> | false)[];

/** A column of amounts in the currency of their row. */
export function amountColumn<Name extends string>(
  head: string,
  name: Name,
): Column<{ readonly currency: string } & { readonly [K in Name]: string }> {
  return { head, money: (row) => ({ amount: row[name], currency: row.currency }) };
}

function cellIn<Row>(column: Column<Row>, row: Row, unit: string | null): ReactNode {
  if ('cell' in column) return column.cell(row);
  if ('money' in column) {
    const money = column.money(row);
    return money === null ? '–' : <Money {...money} isShort isUnitInHead={unit !== null} />;
  }
  const at = column.time(row);
  return at === null ? (column.none ?? '–') : <When at={at} />;
}

interface RowsTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: Columns<Row>;
  readonly rowKey?: ((row: Row) => string) | undefined;
  readonly rowLink?: ((row: Row) => LinkProps) | undefined;
  /** The rows shown are about to be replaced. */
  readonly isOld?: boolean;
}

/** Loaded rows as a table. On a narrow screen each row is a card, with values next to their column names. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { label, rows, rowKey = idOf, rowLink, isOld = false } = props;
  const columns = props.columns
    .filter((column) => column !== false)
    .map((column) => ({
      column,
      unit: 'money' in column ? unitOf(rows.map((row) => column.money(row))) : null,
    }));
  return (
    <Sideways label={label} className={classes.frame ?? ''} isOld={isOld}>
      <Table role="table" className={classes.table ?? ''} highlightOnHover verticalSpacing="sm">
        <Table.Caption className={classes.caption ?? ''}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ column, unit }) => (
              <Table.Th role="columnheader" key={column.head} data-amount={isAmount(column)}>
                {column.head}
                {unit !== null && ' '}
                {unit !== null && <Unit currency={unit} />}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr role="row" key={rowKey(row)}>
              {columns.map(({ column, unit }, n) => (
                <Table.Td
                  role="cell"
                  key={column.head}
                  data-amount={isAmount(column)}
                  data-text={column.isText}
                  data-head={column.head}
                >
                  <div>
                    {n === 0 && rowLink !== undefined ? (
                      <Link className={classes.link ?? ''} {...rowLink(row)}>
                        {cellIn(column, row, unit)}
                      </Link>
                    ) : (
                      cellIn(column, row, unit)
                    )}
                  </div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Sideways>
  );
}

const isAmount = (column: ColumnParts) => column.isAmount ?? ('money' in column || undefined);

interface SidewaysProps {
  /** Its accessible name when it is focusable. */
  readonly label: string;
  readonly className: string;
  readonly isOld?: boolean;
  readonly children: ReactNode;
}

function Sideways({ label, className, isOld = false, children }: SidewaysProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => offerFocus(element, label));
    watcher.observe(element);
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [label]);
  return (
    <Paper ref={frame} withBorder className={className} data-old={isOld}>
      {children}
    </Paper>
  );
}

function offerFocus(element: HTMLElement, label: string): void {
  const values = { tabindex: '0', role: 'region', 'aria-label': label };
  const isWide = element.scrollWidth > element.clientWidth;
  for (const [name, value] of Object.entries(values))
    if (isWide) element.setAttribute(name, value);
    else element.removeAttribute(name);
}
