// A paginated list with its loading, empty and error states.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListOptions } from '../lists.ts';
import { useTexts } from '../texts.ts';
import { Empty } from './empty.tsx';
import { QueryStatus } from './query-status.tsx';
import { type Column, RowsTable } from './rows-table.tsx';

export type { Column } from './rows-table.tsx';

interface Props<Row> {
  /** The accessible name of the list. */
  readonly label: string;
  readonly list: ListOptions<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The link of a row's first cell. */
  readonly rowLink?: (row: Row) => LinkProps;
  /** Shown when there are no rows yet. */
  readonly empty: ReactNode;
  /** Used when one of the filters `by` is set and no row matches: the text, and how to clear the filters. */
  readonly filtered?: { readonly by: object; readonly text: string; readonly onClear: () => void };
}

export function ListTable<Row>(props: Props<Row>) {
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
            ? t.shown({ rows: rows.length })
            : t.shownOf({ rows: rows.length, total })}
        </Text>
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.more}
          </Button>
        )}
      </Group>
    </>
  );
}
