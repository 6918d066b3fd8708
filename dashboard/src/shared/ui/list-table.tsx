// A list of rows that the service returns page by page: its status, its rows, and the button for the next page.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTexts } from '../i18n.tsx';
import type { ListOptions } from '../queries.ts';
import { Empty, type EmptyParts, QueryStatus } from './page.tsx';
import { type Columns, RowsTable, type RowsTableProps } from './tables.tsx';

export type ListProps<Row> = ListParts<Row> & RowKey<Row>;

/** Rows without an ID need a key. */
type RowKey<Row> =
  | { readonly rowKey: (row: Row) => string }
  | (Row extends { readonly id: string } ? { readonly rowKey?: undefined } : never);

interface ListParts<Row> {
  readonly label: string;
  readonly list: ListOptions<Row>;
  readonly columns: Columns<Row>;
  readonly rowLink?: (row: Row) => LinkProps;
  /** Shown when there are no rows at all: a text, or also an icon and the action that creates the first row. */
  readonly empty: string | EmptyParts;
  /** Default: as a table. */
  readonly renderRows?: (shown: RowsTableProps<Row>) => ReactNode;
  /** Used when one of the filters `by` is set and no row matches: the text, and how to clear the filters. */
  readonly filtered?: { readonly by: object; readonly text: string; readonly onClear: () => void };
}

export function ListTable<Row>(props: ListProps<Row>) {
  const { label, list, columns, rowKey, rowLink, empty, filtered } = props;
  const { renderRows = (shown) => <RowsTable {...shown} /> } = props;
  const t = useTexts('common');
  const query = useInfiniteQuery(list);
  const isFiltered =
    filtered !== undefined && Object.values(filtered.by).some((value) => value !== undefined);
  const end = useNextAhead(list, query.data?.pages.at(-1)?.next ?? null);
  const status = <QueryStatus of={query} what={label} shape="rows" />;
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (query.data === undefined) return status;
  // A page may be empty before the end: a filtered search scans a limited number of rows per request.
  const isEmpty = rows.length === 0 && !query.hasNextPage;
  const nothing = isFiltered ? (
    <Empty text={filtered.text} onClear={filtered.onClear} />
  ) : (
    <Empty {...(typeof empty === 'string' ? { text: empty } : empty)} />
  );
  const total = query.data.pages[0]?.total ?? null;
  return (
    <>
      {/* The rows stay if a refetch fails: one of them may have an open dialog. Selected rows may have one after they left
          the list. */}
      {status}
      {isEmpty && nothing}
      {(rows.length > 0 || props.renderRows !== undefined) &&
        renderRows({ label, rows, columns, rowKey, rowLink, isOld: query.isPlaceholderData })}
      {!isEmpty && (
        <Group justify="space-between" ref={end}>
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
      )}
    </>
  );
}

/** Two screens before the end of the list, its next page is read. */
const NEAR = '200%';

/** Reads the next page when the end of the list, which has this ref, comes near. */
function useNextAhead<Row>(
  list: ListOptions<Row>,
  next: string | null,
): RefObject<HTMLDivElement | null> {
  const client = useQueryClient();
  const end = useRef<HTMLDivElement>(null);
  const page = useRef(list.page);
  page.current = list.page;
  useEffect(() => {
    const element = end.current;
    if (element === null || next === null) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void client.prefetchQuery(page.current(next));
      },
      { rootMargin: NEAR },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [client, next]);
  return end;
}
