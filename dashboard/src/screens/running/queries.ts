// Queries of the screens for networks, rates and jobs, polled while they are open.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';

export type Network = OperatorApi['nodes.list']['output'][number];
export type Rate = OperatorApi['rates.list']['output']['rates'][number];
export type Task = OperatorApi['workers.list']['output']['recurring'][number];
export type Queue = OperatorApi['workers.list']['output']['queues'][number];

const live = { refetchInterval: 5 * SECOND };

export const networkList = queryOptions({
  queryKey: ['chain', null, 'nodes'],
  queryFn: ({ signal }) => operator('nodes.list', {}, { signal }),
  ...live,
});

export const rateList = queryOptions({
  queryKey: ['rate', null],
  queryFn: ({ signal }) => operator('rates.list', {}, { signal }),
  ...live,
});

export const workList = queryOptions({
  queryKey: ['work', null],
  queryFn: ({ signal }) => operator('workers.list', {}, { signal }),
  ...live,
});
