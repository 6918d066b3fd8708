// Loaded rows as a table. On a narrow screen each row is a card.
import { Paper, Table, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ListOrder } from '../list-orders.ts';
import { Ago, useMinute } from './ago.tsx';
import classes from './list-table.module.css';
import { rememberRows } from './row-order.ts';
import { Money, type MoneyProps, Unit, unitOf, When } from './values.tsx';

interface ColumnParts {
  /** A person may hide the column: its name in the stored choices. */
  readonly id?: string;
  readonly head: string;
  /** Sentences: on a narrow screen, they are below the column name instead of next to it. */
  readonly isText?: boolean;
  /** Right-aligned, so that the digits line up. Default: for `money`. */
  readonly isAmount?: boolean;
  /** The orders of the list that its head offers. */
  readonly orders?: ColumnOrders;
}

export interface ColumnOrders {
  readonly descending?: ListOrder;
  readonly ascending?: ListOrder;
}

/** The orders of the column of times that every list has. */
export const byTime: ColumnOrders = { descending: 'newest', ascending: 'oldest' };

export const byAmount: ColumnOrders = { descending: 'highest', ascending: 'lowest' };

/** Heads that sort the list (sorting.tsx). */
export interface HeadsOfColumns<Row> {
  readonly sortOf: (column: Column<Row>) => 'ascending' | 'descending' | undefined;
  /** `text` is the head without a button. */
  readonly head: (
    column: Column<Row>,
    shown: { readonly unit: string | null; readonly text: ReactNode },
  ) => ReactNode;
}

/** What a row shows: anything, an amount, or a time. Null: a dash, or `none`. */
type CellOf<Row> =
  | { readonly cell: (row: Row) => ReactNode }
  | { readonly money: (row: Row) => MoneyProps | null }
  | {
      readonly time: (row: Row) => string | null;
      readonly none?: string;
      /** Day and time instead of "3 hours ago": for accounting. */
      readonly isExact?: boolean;
    };

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

interface Shown {
  readonly unit: string | null;
  readonly now: number;
}

function cellIn<Row>(column: Column<Row>, row: Row, { unit, now }: Shown): ReactNode {
  if ('cell' in column) return column.cell(row);
  if ('money' in column) {
    const money = column.money(row);
    return money === null ? '–' : <Money {...money} isShort isUnitInHead={unit !== null} />;
  }
  const at = column.time(row);
  if (at === null) return column.none ?? '–';
  return column.isExact ? <When at={at} /> : <Ago at={at} now={now} />;
}

export const idOf = (row: unknown) => (row as { readonly id: string }).id;

export interface Tail<Row> {
  /** A click anywhere in a row selects it, and rows lead nowhere. Its cell has `data-row`. */
  readonly isWholeRow: boolean;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
}

export interface RowsTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: Columns<Row>;
  readonly rowKey?: ((row: Row) => string) | undefined;
  readonly rowLink?: ((row: Row) => LinkProps) | undefined;
  /** A last cell: whether the row is selected. A row is named after what it shows, thus not the first. */
  readonly tail?: Tail<Row> | undefined;
  readonly heads?: HeadsOfColumns<Row> | undefined;
  /** The rows shown are about to be replaced. */
  readonly isOld?: boolean;
}

/** Loaded rows as a table. On a narrow screen each row is a card, with values next to their column names. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { label, rows, rowKey = idOf, rowLink, tail, heads, isOld = false } = props;
  const now = useMinute();
  const isSelecting = tail?.isWholeRow === true;
  const columns = props.columns
    .filter((column) => column !== false)
    .map((column) => ({
      column,
      unit: 'money' in column ? unitOf(rows.map((row) => column.money(row))) : null,
    }));
  return (
    <Sideways label={label} className={classes.frame ?? ''} {...{ isOld, isSelecting }}>
      <Table role="table" className={classes.table ?? ''} highlightOnHover verticalSpacing="sm">
        <Table.Caption className={classes.caption ?? ''}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ column, unit }) => {
              const text =
                unit === null ? (
                  column.head
                ) : (
                  <>
                    {column.head} <Unit currency={unit} />
                  </>
                );
              return (
                <Table.Th
                  role="columnheader"
                  key={column.head}
                  data-amount={isAmount(column)}
                  aria-sort={heads?.sortOf(column)}
                >
                  {heads?.head(column, { unit, text }) ?? text}
                </Table.Th>
              );
            })}
            {tail !== undefined && (
              <Table.Th role="columnheader" data-tail="">
                {tail.head}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody
          role="rowgroup"
          onPointerOver={preloadRow}
          onClick={openRow}
          onAuxClick={openRow}
        >
          {rows.map((row) => (
            <Table.Tr role="row" key={rowKey(row)}>
              {columns.map(({ column, unit }, n) => {
                const shown = cellIn(column, row, { unit, now });
                return (
                  <Table.Td
                    role="cell"
                    key={column.head}
                    data-amount={isAmount(column)}
                    data-text={column.isText}
                    data-head={column.head}
                    data-empty={shown === '–' || undefined}
                  >
                    <div>
                      {n === 0 && rowLink !== undefined && !isSelecting ? (
                        <Link className={classes.link ?? ''} data-row="" {...rowLink(row)}>
                          {shown}
                        </Link>
                      ) : (
                        shown
                      )}
                    </div>
                  </Table.Td>
                );
              })}
              {tail !== undefined && (
                <Table.Td role="cell" data-tail="">
                  {tail.cell(row)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Sideways>
  );
}

/** Controls in a row that have their own action. */
const CONTROLS =
  'a, button, input, select, textarea, label, summary, [role="dialog"], [role="menu"]';

const actionOf = (target: EventTarget) =>
  (target as HTMLElement).closest('tr')?.querySelector<HTMLElement>('[data-row]');

/** As pointing at the link does. */
function preloadRow({ target }: { readonly target: EventTarget }): void {
  const link = actionOf(target);
  if (!link?.contains(target as Node)) link?.dispatchEvent(new globalThis.MouseEvent('mouseenter'));
}

/**
 * The whole row opens what its link (or button) opens, in a new tab where the link would. Its text can be selected,
 * which a link stretched over the row would prevent.
 */
function openRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.closest('a[data-row]') !== null)
    rememberRows(event.currentTarget.querySelectorAll<HTMLAnchorElement>('a[data-row]'));
  const link = actionOf(target);
  const isSelecting = getSelection()?.isCollapsed === false;
  if (!link || target.closest(CONTROLS) !== null || isSelecting) return;
  if (event.type === 'auxclick') {
    const isMiddle = event.button === 1 && link instanceof HTMLAnchorElement;
    if (isMiddle) open(link.href, '_blank', 'noopener');
    return;
  }
  const { ctrlKey, metaKey, shiftKey } = event;
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  link.dispatchEvent(new globalThis.MouseEvent('click', init));
}

const isAmount = (column: ColumnParts) => column.isAmount ?? ('money' in column || undefined);

interface SidewaysProps {
  /** Its accessible name when it is focusable. */
  readonly label: string;
  readonly className: string;
  readonly isOld: boolean;
  readonly isSelecting: boolean;
  readonly children: ReactNode;
}

function Sideways({ label, className, isOld, isSelecting, children }: SidewaysProps) {
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
    <Paper
      ref={frame}
      withBorder
      className={className}
      data-old={isOld}
      data-selecting={isSelecting}
    >
      {children}
    </Paper>
  );
}

function offerFocus(element: HTMLElement, label: string): void {
  const values = { tabindex: '0', role: 'region', 'aria-label': label };
  const isWide = element.scrollWidth > element.clientWidth;
  element.toggleAttribute('data-wide', isWide);
  for (const [name, value] of Object.entries(values))
    if (isWide) element.setAttribute(name, value);
    else element.removeAttribute(name);
}
