// The audit log of people's actions, for the operator.

import { type JournalRow, listJournal } from '../../journal/list.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, requestedSpan } from '../paging.ts';
import { pageOf, timeOf, timeOrNull } from '../present.ts';
import type { journalOperations } from './contract.ts';

export const journalHandlers: HandlersOf<typeof journalOperations> = {
  async 'journal.list'(app, input) {
    const found = await listJournal(app.db, {
      projectId: input.project ?? null,
      actor: input.actor ?? null,
      operation: input.operation ?? null,
      objectId: input.object_id ?? null,
      outcome: input.outcome ?? null,
      ...requestedSpan(input),
      ...requestedPage(input),
    });
    return pageOf(found, shown);
  },
};

function shown({ id, at, ended_at, outcome, problems, ...row }: JournalRow) {
  return {
    ...{ id, at: timeOf(at), ...row },
    ...{ outcome: outcome ?? ('begun' as const), problems: problems ?? [] },
    ended_at: timeOrNull(ended_at),
  };
}
