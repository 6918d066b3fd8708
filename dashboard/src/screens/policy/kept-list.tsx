// A named list next to the rules: its entries, with adding and removing.
import { Button, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ListOptions } from '../../shared/queries.ts';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';

/** The props of the dialog that adds an entry. */
export interface Adding {
  readonly project: string;
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

interface Removing<Row> {
  readonly head: string;
  readonly label: string;
  readonly title: string;
  readonly action: string;
  /** A description of what is removed. */
  readonly what: (row: Row) => ReactNode;
  readonly run: (row: Row) => Promise<unknown>;
}

interface Props<Row> {
  readonly project: string;
  readonly title: string;
  readonly about?: string;
  readonly list: ListOptions<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly empty: string;
  /** Null: not permitted. */
  readonly add: { readonly label: string; readonly dialog: (adding: Adding) => ReactNode } | null;
  readonly remove: Removing<Row> | null;
}

export function StoredList<Row>(props: Props<Row>) {
  const { project, title, about, list, columns, rowKey, empty, add, remove } = props;
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row>();
  const changed = () => client.invalidateQueries({ queryKey: ['policy', project] });
  const removal: Column<Row>[] =
    remove === null
      ? []
      : [
          {
            head: remove.head,
            cell: (row) => (
              <Button size="xs" variant="default" onClick={() => setRemoving(row)}>
                {remove.label}
              </Button>
            ),
          },
        ];
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {add !== null && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {add.label}
          </Button>
        )}
      </Group>
      {about !== undefined && <Text c="dimmed">{about}</Text>}
      <ListTable label={title} {...{ list, rowKey, empty }} columns={[...columns, ...removal]} />
      {isAdding && add?.dialog({ project, onAdded: changed, onClose: () => setAdding(false) })}
      {removing !== undefined && remove !== null && (
        <ConfirmDialog
          title={remove.title}
          action={remove.action}
          isDangerous
          run={async () => {
            await remove.run(removing);
            await changed();
          }}
          onClose={() => setRemoving(undefined)}
        >
          {remove.what(removing)}
        </ConfirmDialog>
      )}
    </>
  );
}

interface RemoveProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** Removes a rule or a condition in the policy form. */
export function Remove({ label, onClick }: RemoveProps) {
  return <Small label={label} sign="×" onClick={onClick} />;
}

/** An icon button with an accessible label. */
export function Small({ label, sign, ...rest }: RemoveProps & { readonly sign: string }) {
  return (
    <Button size="xs" variant="default" aria-label={label} title={label} {...rest}>
      {sign}
    </Button>
  );
}
