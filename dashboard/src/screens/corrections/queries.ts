// Queries of the manual adjustments screen.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList } from '../../shared/queries.ts';
import { correctionStatuses } from '../../shared/statuses.tsx';

export type Correction = OperatorApi['corrections.list']['output']['rows'][number];

/** The filters in the URL. */
interface CorrectionFilter {
  readonly project?: string | undefined;
  readonly status?: string | undefined;
}

export function correctionList({ project, status }: CorrectionFilter) {
  const requested = { project, status: correctionStatuses.find((known) => known === status) };
  return operatorList(['correction', { project, status }], 'corrections.list', requested);
}
