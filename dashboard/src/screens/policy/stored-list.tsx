// A named list next to the rules: its entries, with adding and removing.
import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListOptions } from '../../shared/queries.ts';
import { ConfirmButton, DialogButton } from '../../shared/ui/buttons.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import type { Column, Columns } from '../../shared/ui/tables.tsx';

export interface Adding {
  readonly project: string;
  readonly onClose: () => void;
}

/** The queries that a change of the policy or its lists changes. */
export const changedPolicy = (project: string) => [['policy', project]];

interface Removing<Row> {
  readonly head: string;
  readonly label: string;
  readonly title: string;
  readonly action: string;
  readonly what: (row: Row) => ReactNode;
  readonly run: (row: Row) => Promise<unknown>;
}

interface Props<Row> {
  readonly project: string;
  readonly title: string;
  readonly about?: string;
  readonly list: ListOptions<Row>;
  readonly columns: Columns<Row>;
  readonly rowKey: (row: Row) => string;
  readonly empty: string;
  /** False: not permitted. */
  readonly add: false | { readonly label: string; readonly dialog: (adding: Adding) => ReactNode };
  readonly remove: false | Removing<Row>;
}

export function StoredList<Row>(props: Props<Row>) {
  const { project, title, about, list, columns, rowKey, empty, add, remove } = props;
  const removal: Column<Row> | false = remove && {
    head: remove.head,
    cell: (row) => (
      <ConfirmButton
        label={remove.label}
        size="xs"
        title={remove.title}
        action={remove.action}
        isDangerous
        run={() => remove.run(row)}
        refreshes={changedPolicy(project)}
      >
        {remove.what(row)}
      </ConfirmButton>
    ),
  };
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{title}</Title>
        {add && (
          <DialogButton label={add.label}>
            {(onClose) => add.dialog({ project, onClose })}
          </DialogButton>
        )}
      </Group>
      {about !== undefined && <Text c="dimmed">{about}</Text>}
      <ListTable label={title} {...{ list, rowKey, empty }} columns={[...columns, removal]} />
    </>
  );
}

interface RemoveProps {
  readonly label: string;
  readonly onClick: () => void;
}

export function Remove({ label, onClick }: RemoveProps) {
  return <Small label={label} sign="×" onClick={onClick} />;
}

export function Small({ label, sign, ...rest }: RemoveProps & { readonly sign: string }) {
  return (
    <Button size="xs" variant="default" aria-label={label} title={label} {...rest}>
      {sign}
    </Button>
  );
}
