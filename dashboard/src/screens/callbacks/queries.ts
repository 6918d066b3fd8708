// Queries of the callback screens.
import type { OperatorApi } from '../../shared/api-types.ts';
import { requestedTimeOrder } from '../../shared/list-orders.ts';
import {
  operatorList,
  operatorQuery,
  operatorWhole,
  type TextSearch,
} from '../../shared/queries.ts';
import { requestedSpan } from '../../shared/ui/filters.tsx';

export type Endpoint = OperatorApi['callbacks.list']['output'][number];
export type Delivery = OperatorApi['callbacks.deliveries']['output']['rows'][number];
export type Attempt = OperatorApi['callbacks.show']['output']['attempts'][number];

type LogFilter = TextSearch<
  'event' | 'status' | 'endpoint_id' | 'object_id' | 'from' | 'to' | 'sort'
>;

/** Delivered ones are only read from the newest on. */
export function canBeOldestFirst(status: string | undefined): boolean {
  return status === 'failed' || status === 'pending';
}

export function endpointList(project: string) {
  return operatorWhole(['endpoint', project, 'list'], 'callbacks.list', { project });
}

export function deliveryLog(project: string, { status, from, to, sort, ...filter }: LogFilter) {
  const span = requestedSpan({ from, to });
  const wanted = {
    ...filter,
    ...span,
    order: canBeOldestFirst(status) ? requestedTimeOrder(sort) : undefined,
    status: status as 'pending' | 'delivered' | 'failed' | undefined,
  };
  return operatorList(['callback', project, 'list', wanted], 'callbacks.deliveries', {
    project,
    ...wanted,
  });
}

export function deliveryOne(project: string, id: string) {
  return operatorQuery(['callback', project, id], 'callbacks.show', { project, delivery_id: id });
}
