// Queries of the home screen: one overview, of a project or of the whole instance.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';

export type Overview = OperatorApi['overview.show']['output'];
export type Need = Overview['needs'][number];
export type Account = Overview['accounts'][number];

/** Any event may change it: refetched every 30 seconds, in addition to live events. */
export function overviewOf(project: string | undefined, currency: string) {
  return queryOptions({
    queryKey: ['overview', project ?? null, currency],
    queryFn: ({ signal }) => operator('overview.show', { project, currency }, { signal }),
    refetchInterval: 30_000,
  });
}

export type Flows = OperatorApi['overview.flows']['output'];

/** Over the last thirty days. Summed from the ledger, so it is not refetched for each change. */
export function flowsOf(project: string | undefined, currency: string) {
  return queryOptions({
    queryKey: ['flows', project ?? null, currency],
    queryFn: ({ signal }) => operator('overview.flows', { project, currency }, { signal }),
    refetchInterval: 60_000,
  });
}
