// The query behind the search for a payment, and the types of its answer.
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';
import { operatorQuery } from '../../shared/queries.ts';

export type Answer = OperatorApi['payments.find']['output'];
export type Finding = Answer['findings'][number];
export type Verdict = Answer['verdict'];

/** These change without a person. */
const CHANGING: readonly Verdict[] = [
  'being_processed',
  'contents_unknown',
  'not_read_yet',
  'unconfirmed',
];

export function foundPayment(project: string | undefined, text: string) {
  return {
    ...operatorQuery(['deposit', project, 'find', text], 'payments.find', { text, project }),
    enabled: text !== '',
    refetchInterval: ({
      state: { data },
    }: {
      readonly state: { readonly data?: Answer | undefined };
    }) => (data !== undefined && CHANGING.includes(data.verdict) ? 15 * SECOND : false),
  };
}
