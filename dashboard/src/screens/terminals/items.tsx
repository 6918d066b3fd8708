// The items of a terminal: add, change, and switch on or off.
import { Group } from '@mantine/core';
import { lazy } from 'react';
import { operator } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { useCreate } from '../../shared/ui/buttons.tsx';
import { Empty } from '../../shared/ui/page.tsx';
import { RowMenu } from '../../shared/ui/row-menu.tsx';
import { type Columns, RowsTable } from '../../shared/ui/tables.tsx';
import classes from '../../shared/ui/text.module.css';
import { Money } from '../../shared/ui/values.tsx';
import { formOf, pictureOf, requestOf } from './new-item.ts';
import { Part } from './part.tsx';
import { changedBy, type Item, type Terminal } from './queries.ts';
import { OnOff } from './status.tsx';

const ItemDialog = lazy(async () => ({
  default: (await import('./item-dialog.tsx')).ItemDialog,
}));

export function Items({ terminal }: { readonly terminal: Terminal }) {
  const t = useTexts('terminals');
  const canSave = useCan('terminals.save-item');
  const add = useCreate(canSave, (onClose) => (
    <ItemDialog {...{ terminal, onClose }} item={null} />
  ));
  const columns: Columns<Item> = [
    { head: t.name, cell: (item) => <Named item={item} /> },
    { head: t.status, cell: (item) => <OnOff isOn={item.active} isSoldOut={isSoldOut(item)} /> },
    { head: t.price, isAmount: true, cell: (item) => <Price item={item} /> },
    { head: t.category, cell: ({ category }) => category ?? '–' },
    { head: t.sold, isAmount: true, cell: (item) => <Sold item={item} /> },
    canSave && {
      head: t.actions,
      cell: (item) => <ItemActions {...{ terminal, item }} />,
    },
  ];
  return (
    <Part title={t.items} action={terminal.items.length > 0 && add.button(t.addItem)}>
      {terminal.items.length === 0 ? (
        <Empty icon="checkouts" text={t.noItems} action={add.button(t.addFirstItem)} />
      ) : (
        <RowsTable label={t.items} rows={terminal.items} columns={columns} />
      )}
      {add.dialog}
    </Part>
  );
}

/** The name is beside the picture, which needs no text. */
function Named({ item }: { readonly item: Item }) {
  const picture = pictureOf(item);
  return (
    <Group gap="sm" wrap="nowrap">
      {picture !== null && (
        <img className={classes.image} src={picture} alt="" height={40} loading="lazy" />
      )}
      <strong>{item.name}</strong>
    </Group>
  );
}

/** Late payments can take more than there is. */
const soldOf = ({ taken, paid_late: late }: Item) => taken + late;

const isSoldOut = (item: Item) => item.stock !== null && soldOf(item) >= item.stock;

function Price({ item: { pricing, price } }: { readonly item: Item }) {
  const t = useTexts('terminals');
  if (price === null) return t.anyPrice;
  return (
    <>
      {pricing === 'minimum' && `${t.least} `}
      <Money {...price} />
    </>
  );
}

function Sold({ item }: { readonly item: Item }) {
  const t = useTexts('terminals');
  const { stock } = item;
  return stock === null ? soldOf(item) : t.soldOf({ sold: soldOf(item), stock });
}

interface ActionsProps {
  readonly terminal: Terminal;
  readonly item: Item;
}

function ItemActions({ terminal, item }: ActionsProps) {
  const t = useTexts('terminals');
  const { project_id: project, id: terminal_id } = terminal;
  const { name, active } = item;
  const kept = requestOf(formOf(item), item);
  return (
    <RowMenu
      of={name}
      actions={[
        {
          label: t.changeButton,
          dialog: (onClose) => <ItemDialog {...{ terminal, item, onClose }} />,
        },
        {
          label: active ? t.offButton : t.onButton,
          confirm: {
            title: active ? t.itemOffTitle : t.itemOnTitle,
            action: active ? t.offAction : t.onAction,
            run: (_, attempt) =>
              operator(
                'terminals.save-item',
                { ...kept, project, terminal_id, active: !active },
                { attempt },
              ),
            refreshes: changedBy(project),
            children: active ? t.itemOffWhat({ name }) : t.itemOnWhat({ name }),
          },
        },
      ]}
    />
  );
}
