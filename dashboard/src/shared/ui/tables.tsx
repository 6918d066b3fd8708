// Rows as a table, loaded or page by page. On a narrow screen each row is a card.
import { Button, Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n.tsx';
import type { ListOptions } from '../queries.ts';
import classes from './list-table.module.css';
import { Empty, QueryStatus } from './page.tsx';

export type ListProps<Row> = ListParts<Row> & RowKey<Row>;

/** Rows without an ID need a key. */
type RowKey<Row> =
  | { readonly rowKey: (row: Row) => string }
  | (Row extends { readonly id: string } ? { readonly rowKey?: undefined } : never);

const idOf = (row: unknown) => (row as { readonly id: string }).id;

interface ListParts<Row> {
  /** The accessible name of the list. */
  readonly label: string;
  readonly list: ListOptions<Row>;
  readonly columns: readonly Column<Row>[];
  /** The link of a row's first cell. */
  readonly rowLink?: (row: Row) => LinkProps;
  /** Shown when there are no rows yet. */
  readonly empty: ReactNode;
  /** Used when one of the filters `by` is set and no row matches: the text, and how to clear the filters. */
  readonly filtered?: { readonly by: object; readonly text: string; readonly onClear: () => void };
}

/** A paginated list with its loading, empty and error states. */
export function ListTable<Row>(props: ListProps<Row>) {
  const { label, list, columns, rowKey, rowLink, empty, filtered } = props;
  const t = useTexts('common');
  const query = useInfiniteQuery(list);
  const isFiltered =
    filtered !== undefined && Object.values(filtered.by).some((value) => value !== undefined);
  if (!query.isSuccess) return <QueryStatus of={query} what={label} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  // A page may be empty before the end: a filtered search scans a limited number of rows per request.
  if (rows.length === 0 && !query.hasNextPage)
    return isFiltered ? (
      <Empty text={filtered.text} onClear={filtered.onClear} />
    ) : (
      <Empty text={empty} />
    );
  const total = query.data.pages[0]?.total ?? null;
  return (
    <>
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

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, so that the digits line up. */
  readonly isAmount?: boolean;
  /** Sentences: on a narrow screen, they are below the column name instead of next to it. */
  readonly isText?: boolean;
}

interface RowsTableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Default: its ID. */
  readonly rowKey?: ((row: Row) => string) | undefined;
  /** The link of a row's first cell. */
  readonly rowLink?: ((row: Row) => LinkProps) | undefined;
  /** The rows shown are about to be replaced. */
  readonly isOld?: boolean;
}

/** Loaded rows as a table. On a narrow screen each row is a card, with values next to their column names. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { label, rows, columns, rowKey = idOf, rowLink, isOld = false } = props;
  return (
    <Sideways label={label} className={classes.frame ?? ''} isOld={isOld}>
      <Table role="table" className={classes.table ?? ''} highlightOnHover verticalSpacing="sm">
        <Table.Caption className={classes.caption ?? ''}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ head, isAmount }) => (
              <Table.Th role="columnheader" key={head} data-amount={isAmount}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr role="row" key={rowKey(row)}>
              {columns.map((column, n) => (
                <Table.Td
                  role="cell"
                  key={column.head}
                  data-amount={column.isAmount}
                  data-text={column.isText}
                  data-head={column.head}
                >
                  <div>
                    {n === 0 && rowLink !== undefined ? (
                      <Link className={classes.link ?? ''} {...rowLink(row)}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
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

interface SidewaysProps {
  /** Its accessible name when it is focusable. */
  readonly label: string;
  readonly className: string;
  /** The content shown is about to be replaced. */
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
