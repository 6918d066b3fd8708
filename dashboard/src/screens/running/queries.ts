// Queries of the screens for networks, rates and jobs, polled while they are open.
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';
import { operatorQuery } from '../../shared/queries.ts';

export type Network = OperatorApi['nodes.list']['output'][number];
export type Rate = OperatorApi['rates.list']['output']['rates'][number];
export type Task = OperatorApi['workers.list']['output']['recurring'][number];
export type Queue = OperatorApi['workers.list']['output']['queues'][number];

const live = { refetchInterval: 5 * SECOND };

export const networkList = {
  ...operatorQuery(['chain', null, 'nodes'], 'nodes.list', {}),
  ...live,
};

export const rateList = { ...operatorQuery(['rate', null], 'rates.list', {}), ...live };

export const workList = { ...operatorQuery(['work', null], 'workers.list', {}), ...live };
