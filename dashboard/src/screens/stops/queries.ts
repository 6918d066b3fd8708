// Queries of the paused payouts screen.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList } from '../../shared/lists.ts';

export type Stop = OperatorApi['payouts.stops']['output']['rows'][number];
export type Quarantine = OperatorApi['quarantine.show']['output'][number];

export const stopList = operatorList(['stop', 'payouts'], 'payouts.stops', {});

export const quarantineList = queryOptions({
  queryKey: ['stop', 'quarantine'],
  queryFn: ({ signal }) => operator('quarantine.show', {}, { signal }),
});
