// Queries of the audit log screen.
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { listOptions, operatorPage, ROWS_OF_A_PAGE } from '../../shared/lists.ts';
import { dayEnd, dayStart } from '../../shared/ui/day-filter.tsx';

export type JournalLine = OperatorApi['journal.list']['output']['rows'][number];

type Request = 'actor' | 'operation' | 'object_id' | 'outcome' | 'from' | 'to';
export type JournalFilter = { readonly [K in Request]?: string | undefined };

export const outcomes = ['done', 'refused', 'failed', 'begun'] as const;

/** Of one project, or of all. `from` and `to` are days, both inclusive. */
export function journalList(project: string | undefined, filter: JournalFilter) {
  return listOptions(['journal', project ?? null, filter], async (after, signal) =>
    operatorPage(
      await operator(
        'journal.list',
        { ...requestedFor(project, filter), limit: ROWS_OF_A_PAGE, after },
        { signal },
      ),
    ),
  );
}

/** The parameters for an export of the same entries. */
export function requestedFor(project: string | undefined, filter: JournalFilter) {
  const { outcome, from, to, ...rest } = filter;
  return {
    ...rest,
    project,
    outcome: outcomes.find((known) => known === outcome),
    from: dayStart(from),
    to: dayEnd(to),
  };
}
