// Queries of the manual adjustments screen.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';
import { correctionStatuses } from '../../shared/statuses/correction.ts';

export type Correction = OperatorApi['corrections.list']['output']['rows'][number];

/** As in the URL. */
export interface CorrectionFilter {
  readonly project?: string | undefined;
  readonly status?: string | undefined;
}

export function correctionList({ project, status }: CorrectionFilter) {
  const requested = { project, status: correctionStatuses.find((known) => known === status) };
  return listOptions(['correction', { project, status }], async (after, signal) =>
    operatorPage(
      await operator(
        'corrections.list',
        { ...requested, limit: ROWS_OF_A_PAGE, after },
        { signal },
      ),
    ),
  );
}
