// Queries of the screens of payout batches.
import type { OperatorApi } from '../../shared/api-types.ts';
import { SECOND } from '../../shared/clock.ts';
import { operatorList, operatorQuery } from '../../shared/queries.ts';

export type BatchSummary = OperatorApi['payout-batches.list']['output']['rows'][number];
export type Batch = OperatorApi['payout-batches.show']['output'];
export type BatchRow = OperatorApi['payout-batches.rows']['output']['rows'][number];

/** While its worker moves it. */
const OFTEN = 2 * SECOND;

export function batchList(project: string) {
  return operatorList(['payout_batch', project, 'list'], 'payout-batches.list', { project });
}

export function batchOne(project: string, batch_id: string) {
  return {
    ...operatorQuery(['payout_batch', project, 'one', batch_id], 'payout-batches.show', {
      project,
      batch_id,
    }),
    refetchInterval: ({ state }: { state: { data: Batch | undefined } }) =>
      state.data?.status === 'checking' || state.data?.status === 'sending' ? OFTEN : false,
  };
}

/** `of` is what the batch shows: its rows are read again when that changes. */
export function batchRows(
  project: string,
  { of, status }: { of: Batch; status: BatchRow['status'] | null },
) {
  const counts = of.results.map(({ status: name, count }) => `${name} ${count}`);
  const key = ['payout_batch', project, 'rows', of.id, status, of.status, counts.join()];
  return operatorList(key, 'payout-batches.rows', {
    project,
    batch_id: of.id,
    ...(status !== null && { status }),
  });
}

export const changedBatch = (project: string) => [
  ['payout_batch', project],
  ['withdrawal', project],
  ['account', project],
];
