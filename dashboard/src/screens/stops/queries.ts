// Queries of the paused payouts screen.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';

export type Stop = OperatorApi['payouts.stops']['output']['rows'][number];
export type Quarantine = OperatorApi['quarantine.show']['output'][number];

export const stopList = listOptions(['stop', 'payouts'], async (after, signal) =>
  operatorPage(await operator('payouts.stops', { limit: ROWS_OF_A_PAGE, after }, { signal })),
);

export const quarantineList = queryOptions({
  queryKey: ['stop', 'quarantine'],
  queryFn: ({ signal }) => operator('quarantine.show', {}, { signal }),
});
