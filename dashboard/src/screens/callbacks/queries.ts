// Queries of the callback screens.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorList, operatorQuery, wholeList } from '../../shared/queries.ts';
import { requestedSpan, type Span } from '../../shared/ui/filters.tsx';

export type Endpoint = OperatorApi['callbacks.list']['output'][number];
export type Delivery = OperatorApi['callbacks.deliveries']['output']['rows'][number];
export type Attempt = OperatorApi['callbacks.show']['output']['attempts'][number];

export interface LogFilter extends Span {
  readonly event?: string | undefined;
  readonly status?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly object_id?: string | undefined;
}

export function endpointList(project: string) {
  return listOptions(['endpoint', project, 'list'], async (_after, signal) =>
    wholeList(await operator('callbacks.list', { project }, { signal })),
  );
}

export function deliveryLog(project: string, { status, from, to, ...filter }: LogFilter) {
  const span = requestedSpan({ from, to });
  const wanted = {
    ...filter,
    ...span,
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
