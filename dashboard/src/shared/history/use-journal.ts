// The audit-log entries of an object, for its history. Empty for people without permission to read the log.
import { useQuery } from '@tanstack/react-query';
import { operator } from '../api.ts';
import { ROWS_OF_A_PAGE } from '../lists.ts';
import { useCan } from '../session.ts';
import { useTexts } from '../texts.ts';
import type { Known } from './merged.ts';

const known = [
  'createCustomer',
  'updateCustomer',
  'createSubscription',
  'cancelSubscription',
] as const;

export function useJournal(type: string, project: string, object_id: string): Known {
  const t = useTexts('common').history;
  const query = useQuery({
    queryKey: [type, project, 'journal', object_id],
    queryFn: ({ signal }) =>
      operator('journal.list', { project, object_id, limit: ROWS_OF_A_PAGE }, { signal }),
    enabled: useCan('journal.list'),
  });
  const rows = query.data?.rows.filter(({ outcome }) => outcome === 'done') ?? [];
  const happenings = rows.map(({ id, operation, actor, at, reason }) => {
    const name = known.find((each) => each === operation);
    const title = t.byWhom({ what: name === undefined ? operation : t[name], actor });
    return { key: `${operation} ${id}`, title, text: reason, at };
  });
  return { happenings, isTruncated: query.data?.next != null };
}
