// Loaded rows as a table. On a narrow screen each row is a card, with values next to their column names.
import { Table, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';
import { Sideways } from './sideways.tsx';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, so that the digits line up. */
  readonly isAmount?: boolean;
  /** Sentences: on a narrow screen, they are below the column name instead of next to it. */
  readonly isText?: boolean;
}

interface Props<Row> {
  /** The accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The link of a row's first cell. */
  readonly rowLink?: ((row: Row) => LinkProps) | undefined;
  /** The rows shown are about to be replaced. */
  readonly isOld?: boolean;
}

export function RowsTable<Row>(props: Props<Row>) {
  const { label, rows, columns, rowKey, rowLink, isOld = false } = props;
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
