// What the first screen asks: one overview, of a project or of the whole till.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';

export type Overview = OperatorApi['overview.show']['output'];
export type Need = Overview['needs'][number];
export type Account = Overview['accounts'][number];

/** Everything that happens may change it: it is looked at again every half minute, besides what the stream tells. */
export function overviewOf(project: string | undefined, currency: string) {
  return queryOptions({
    queryKey: ['overview', project ?? null, currency],
    queryFn: ({ signal }) => operator('overview.show', { project, currency }, { signal }),
    refetchInterval: 30_000,
  });
}

export type Flows = OperatorApi['overview.flows']['output'];

/** Of the last thirty days; they are added up from the books, which is not done again for each change. */
export function flowsOf(project: string | undefined, currency: string) {
  return queryOptions({
    queryKey: ['flows', project ?? null, currency],
    queryFn: ({ signal }) => operator('overview.flows', { project, currency }, { signal }),
    refetchInterval: 60_000,
  });
}
