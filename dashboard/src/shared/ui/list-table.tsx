// A list of the service: its rows page by page, and what is shown while there are none. On a narrow screen each row is a
// card, its values beside the names of their columns.
import { Button, Group, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n.tsx';
import type { ListOptions } from '../lists.ts';
import { Empty } from './empty.tsx';
import { Failed } from './failed.tsx';
import classes from './list-table.module.css';
import { Loading } from './loading.tsx';
import { words } from './words.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts stand at the end, so that their digits do. */
  readonly isAmount?: boolean;
}

interface Props<Row> {
  /** What the list is of, in words. */
  readonly label: string;
  readonly list: ListOptions<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Where the first value of a row leads. */
  readonly rowLink?: (row: Row) => LinkProps;
  /** What is said when there is nothing yet. */
  readonly empty: ReactNode;
  /** What is said when nothing is found, and how the filters are taken back; only while there are some. */
  readonly filtered?: { readonly text: string; readonly onClear: () => void } | undefined;
}

export function ListTable<Row>(props: Props<Row>) {
  const { label, list, columns, rowKey, rowLink, empty, filtered } = props;
  const t = useMessages(words);
  const query = useInfiniteQuery(list);
  if (query.isPending) return <Loading what={label} />;
  if (query.isError)
    return <Failed error={query.error} what={label} onRetry={() => void query.refetch()} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return <Empty text={filtered?.text ?? empty} onClear={filtered?.onClear} />;
  const total = query.data.pages[0]?.total ?? null;
  return (
    <>
      <Paper withBorder className={classes.frame ?? ''} data-old={query.isPlaceholderData}>
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
      </Paper>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {t.shown(rows.length, total)}
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
