// Query of an object's postings and on-chain transactions, used by every screen that shows them.
import { queryOptions } from '@tanstack/react-query';
import { operator } from '../api.ts';
import type { OperatorApi } from '../api-types.ts';
import { SECOND } from '../clock.ts';

export type Trace = OperatorApi['transactions.trace']['output'];
export type Posting = Trace['postings'][number];
export type OnChain = Trace['on_chain'][number];

/** `type`: that of the object's live events. Polled, because new blocks, which add confirmations, send no events. */
export function traceOf(type: string, project: string, id: string) {
  return queryOptions({
    queryKey: [type, project, 'trace', id],
    queryFn: ({ signal }) =>
      operator('transactions.trace', { project, reference_id: id }, { signal }),
    refetchInterval: 15 * SECOND,
  });
}
