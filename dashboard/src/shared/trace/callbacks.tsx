// The callbacks about one object, each with a link to its delivery.
import type { OperatorApi } from '../api-types.ts';
import { operatorList } from '../lists.ts';
import { deliveryStatus, isDeliveryStatus } from '../statuses/delivery.ts';
import { useTexts } from '../texts.ts';
import { type Column, ListTable } from '../ui/list-table.tsx';
import { Status } from '../ui/status.tsx';
import { When } from '../ui/when.tsx';
import { Endpoint, EventName } from './sent.tsx';

type Delivery = OperatorApi['callbacks.log']['output']['rows'][number];

interface Props {
  /** The type of the object's live events. */
  readonly type: string;
  readonly project: string;
  /** The object's ID. */
  readonly id: string;
}

export function callbacksOf(type: string, project: string, id: string) {
  return operatorList([type, project, 'callbacks', id], 'callbacks.log', {
    project,
    object_id: id,
  });
}

export function CallbackTable({ type, project, id }: Props) {
  const t = useTexts('trace');
  return (
    <ListTable
      label={t.callbacks}
      list={callbacksOf(type, project, id)}
      columns={useColumns()}
      rowKey={(delivery) => delivery.id}
      rowLink={(delivery) => ({
        to: '/projects/$project/callbacks/$delivery',
        params: { project, delivery: delivery.id },
      })}
      empty={t.noCallbacks}
    />
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const t = useTexts('trace');
  return [
    { head: t.event, cell: ({ event }) => <EventName event={event} /> },
    { head: t.endpoint, cell: ({ url }) => <Endpoint url={url} /> },
    {
      head: t.status,
      cell: ({ status }) =>
        isDeliveryStatus(status) && <Status of={deliveryStatus} value={status} />,
    },
    { head: t.made, cell: ({ created_at: at }) => <When at={at} /> },
  ];
}
