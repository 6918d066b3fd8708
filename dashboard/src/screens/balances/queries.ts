// Queries of the balance screens.
import { queryOptions } from '@tanstack/react-query';
import { exportLink, operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { accountsOf, operatorList } from '../../shared/queries.ts';
import { requestedSpan } from '../../shared/ui/filters.tsx';
import { shownZone } from '../../shared/zone.ts';

export type Position = OperatorApi['accounts.list']['output'][number];
export type StatementLine = OperatorApi['accounts.statement']['output']['rows'][number];

export function positions(project: string) {
  return {
    ...accountsOf(project),
    refetchInterval: 30_000,
  };
}

export interface Period {
  readonly project: string;
  readonly currency: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Days in the reader's time zone, as in reports, so that a month is the same in both. */
function requested({ from, to, ...account }: Period) {
  return { ...account, ...requestedSpan({ from, to }), time_zone: shownZone() };
}

export function statementEnds(period: Period) {
  return queryOptions({
    queryKey: ['account', period.project, 'ends', period],
    queryFn: async ({ signal }) => {
      const { opening, closing } = await operator(
        'accounts.statement',
        { ...requested(period), limit: 1 },
        { signal },
      );
      return { opening, closing };
    },
  });
}

export function statementLines(period: Period) {
  return operatorList(
    ['account', period.project, 'lines', period],
    'accounts.statement',
    requested(period),
  );
}

export function statementFile(period: Period, form: 'csv' | 'xlsx'): string {
  return exportLink('accounts.statement', form, requested(period));
}
