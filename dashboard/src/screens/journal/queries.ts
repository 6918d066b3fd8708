// Queries of the audit log screen.
import type { OperatorApi } from '../../shared/api-types.ts';
import { operatorList, type TextSearch } from '../../shared/queries.ts';
import { dayEnd, dayStart } from '../../shared/ui/filters.tsx';

export type JournalLine = OperatorApi['journal.list']['output']['rows'][number];

export type JournalFilter = TextSearch<
  'actor' | 'operation' | 'object_id' | 'result' | 'from' | 'to'
>;

export const results = ['done', 'refused', 'failed', 'begun'] as const;

/** The log of one project, or of all. `from` and `to` are days, both inclusive. */
export function journalList(project: string | undefined, filter: JournalFilter) {
  return operatorList(
    ['journal', project ?? null, filter],
    'journal.list',
    requestedFor(project, filter),
  );
}

/** The parameters for an export of the same entries. */
export function requestedFor(project: string | undefined, filter: JournalFilter) {
  const { result, from, to, ...rest } = filter;
  return {
    ...rest,
    project,
    result: results.find((known) => known === result),
    from: dayStart(from),
    to: dayEnd(to),
  };
}
