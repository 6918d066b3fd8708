// Queries of the requests screen.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';
import { dayEnd, dayStart } from '../../shared/ui/day-filter.tsx';

export type Request = OperatorApi['requests.list']['output']['rows'][number];

type RequestListQuery = 'outcome' | 'path' | 'key' | 'request_id' | 'from' | 'to';
export type RequestFilter = { readonly [K in RequestListQuery]?: string | undefined };

export const outcomes = ['refused', 'failed', 'succeeded'] as const;

/** `from` and `to` are days, both inclusive. */
export function requestList(project: string, filter: RequestFilter) {
  const { outcome, from, to, ...rest } = filter;
  const requested = {
    ...{ ...rest, project, from: dayStart(from), to: dayEnd(to), limit: ROWS_OF_A_PAGE },
    outcome: outcomes.find((known) => known === outcome),
  };
  return listOptions(['request', project, filter], async (after, signal) =>
    operatorPage(await operator('requests.list', { ...requested, after }, { signal })),
  );
}
