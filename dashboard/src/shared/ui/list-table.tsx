// A paginated list with its loading, empty and error states.
import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListOptions } from '../lists.ts';
import { useTexts } from '../texts.ts';
import { Empty } from './empty.tsx';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';
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
  /** The text when no row matches, and how to clear the filters. Only while filters are set. */
  readonly filtered?: { readonly text: string; readonly onClear: () => void } | undefined;
}

export function ListTable<Row>(props: Props<Row>) {
  const { label, list, columns, rowKey, rowLink, empty, filtered } = props;
  const t = useTexts('common');
  const query = useInfiniteQuery(list);
  if (query.isPending) return <Loading what={label} />;
  if (query.isError)
    return <Failed error={query.error} what={label} onRetry={() => void query.refetch()} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  // A page may be empty before the end: a filtered search scans a limited number of rows per request.
  if (rows.length === 0 && !query.hasNextPage)
    return <Empty text={filtered?.text ?? empty} onClear={filtered?.onClear} />;
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
