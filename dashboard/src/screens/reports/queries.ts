// Queries of the reports screen, and the URLs of its files.
import { exportLink } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import type { TextSearch } from '../../shared/queries.ts';
import { operatorQuery } from '../../shared/queries.ts';

export type Report = OperatorApi['reports.show']['output'];
export const PERIODS = ['day', 'month', 'year'] as const;

export type ReportFilter = TextSearch<'from' | 'to' | 'by' | 'currency'>;

function requested(project: string | undefined, { from, to, by, currency }: ReportFilter) {
  return {
    project,
    currency,
    from: dayOf(from),
    to: dayOf(to),
    by: PERIODS.find((known) => known === by),
  };
}

/** Reports use UTC days, whatever the reader's time zone. */
function dayOf(day: string | undefined): string | undefined {
  return day === undefined ? undefined : `${day}T00:00:00Z`;
}

export function reportOf(project: string | undefined, filter: ReportFilter) {
  return {
    ...operatorQuery(
      ['report', project ?? null, filter],
      'reports.show',
      requested(project, filter),
    ),
    staleTime: 60_000,
  };
}

export function fileOf(project: string | undefined, filter: ReportFilter, form: 'csv' | 'xlsx') {
  return exportLink('reports.lines', form, requested(project, filter));
}
