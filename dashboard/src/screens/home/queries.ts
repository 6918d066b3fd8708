// What the first screen asks: one overview, of a project or of the whole till.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';

export type Overview = OperatorApi['overview.show']['output'];
export type Need = Overview['needs'][number];
export type Account = Overview['accounts'][number];

/** Everything that happens may change it: it is looked at again every half minute, besides what the stream tells. */
export function overviewOf(project: string | undefined) {
  return queryOptions({
    queryKey: ['overview', project ?? null],
    queryFn: ({ signal }) => operator('overview.show', { project }, { signal }),
    refetchInterval: 30_000,
  });
}
