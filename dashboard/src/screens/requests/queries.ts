// Queries of the requests screen.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, type TextSearch } from '../../shared/queries.ts';
import { dayEnd, dayStart } from '../../shared/ui/filters.tsx';

export type Request = OperatorApi['requests.list']['output']['rows'][number];

export type RequestFilter = TextSearch<'result' | 'path' | 'key' | 'request_id' | 'from' | 'to'>;

export const results = ['refused', 'failed', 'succeeded'] as const;

/** `from` and `to` are days, both inclusive. */
export function requestList(project: string, filter: RequestFilter) {
  const { result, from, to, ...rest } = filter;
  const requested = {
    ...rest,
    project,
    from: dayStart(from),
    to: dayEnd(to),
    result: results.find((known) => known === result),
  };
  return operatorList(['request', project, filter], 'requests.list', requested);
}
