// The audit log of people's actions, for the operator.

import type { OutputOf } from '../../contract/operator/operation.ts';
import type { OperatorOperations } from '../../contract/operator/operations.ts';
import { csvLine, textOf } from '../../core/csv.ts';
import { listJournal } from '../../journal/list.ts';
import type { HandlersOf } from '../operator.ts';
import { pageOf, requestedPage, requestedSpan } from '../present.ts';
import { journalOperations } from './contract.ts';

type Page = OutputOf<OperatorOperations['journal.list']>;
type Line = Page['rows'][number];

const { rows: entries } = journalOperations['journal.list'].output.properties;
const COLUMNS = Object.keys(entries.items.properties) as (keyof Line)[];

/** `read` gets the last ID of the previous page, or nothing for the first page. */
export async function* journalCsv(
  read: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let after: string | undefined;
  do {
    const { rows, next } = await read(after);
    for (const row of rows) yield csvLine(COLUMNS.map((column) => textOf(row[column])));
    after = next ?? undefined;
  } while (after !== undefined);
}

export const journalHandlers: HandlersOf<typeof journalOperations> = {
  async 'journal.list'(app, input) {
    const found = await listJournal(app.db, {
      projectId: input.project ?? null,
      actor: input.actor ?? null,
      operation: input.operation ?? null,
      objectId: input.object_id ?? null,
      result: input.result ?? null,
      ...requestedSpan(input),
      ...requestedPage(input),
    });
    return pageOf(found, (row) => ({
      ...row,
      result: row.result ?? ('begun' as const),
      problems: row.problems ?? [],
    }));
  },
};
