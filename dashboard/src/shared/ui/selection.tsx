// Selected rows of a list: a box in each row, and the actions for all selected rows.
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../i18n.tsx';
import type { BulkAction, BulkBar as GenericBulkBar } from './bulk-bar.tsx';
import classes from './list-table.module.css';
import { idOf, RowsTable, type RowsTableProps, type Tail } from './tables.tsx';

// Loaded when the first row is selected. `lazy` forgets the type of the rows.
const BulkBar = lazy(async () => ({
  default: (await import('./bulk-bar.tsx')).BulkBar,
})) as unknown as typeof GenericBulkBar;

export interface Bulk<Row> {
  /** Name of the file that the selection is exported to. */
  readonly file: string;
  /** What a message calls a row. */
  readonly nameOf: (row: Row) => string;
  /** Besides the export. */
  readonly actions?: readonly (BulkAction<Row> | false)[];
}

interface Props<Row> extends RowsTableProps<Row> {
  readonly bulk: Bulk<Row>;
  /** On phones, which have no room for the boxes otherwise. */
  readonly isSelecting: boolean;
  readonly onDone: () => void;
}

/** Rows that are no longer shown are no longer selected. */
export function SelectableRows<Row>({ bulk, isSelecting, onDone, ...shown }: Props<Row>) {
  const t = useTexts('lists');
  const { rows, rowKey: keyOf = idOf } = shown;
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [isActing, setActing] = useState(false);
  const selected = rows.filter((row) => keys.has(keyOf(row)));
  const isAll = selected.length === rows.length;
  const toggleAll = () => setKeys(new Set(isAll ? [] : rows.map(keyOf)));
  const clear = () => setKeys(new Set());
  const tail: Tail<Row> = {
    isWholeRow: isSelecting,
    head: (
      <input
        type="checkbox"
        className={classes.check}
        aria-label={t.selectAll}
        checked={isAll}
        onChange={toggleAll}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        className={classes.check}
        data-row={isSelecting ? '' : undefined}
        aria-label={t.selectRow({ name: bulk.nameOf(row) })}
        checked={keys.has(keyOf(row))}
        onChange={() => setKeys(toggled(keys, keyOf(row)))}
      />
    ),
  };
  const done = () => {
    clear();
    onDone();
  };
  const mode = { isAll, onToggleAll: toggleAll, onDone: done };
  const bar = (isSelecting || selected.length > 0 || isActing) && (
    <Suspense key="bar">
      <BulkBar
        {...{ bulk, keyOf }}
        rows={selected}
        mode={isSelecting ? mode : undefined}
        onClear={clear}
        onAct={setActing}
      />
    </Suspense>
  );
  const table = rows.length > 0 && <RowsTable key="rows" {...shown} tail={tail} />;
  // At the bottom of the screen, the bar follows the rows, so that it never covers what is below the list.
  return <>{isSelecting ? [table, bar] : [bar, table]}</>;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const changed = new Set(keys);
  if (!changed.delete(key)) changed.add(key);
  return changed;
}
