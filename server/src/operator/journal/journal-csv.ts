// The audit log as CSV, for any client that streams it: line by line, as its pages are read.
import type { OutputOf } from '../../contract/operator/operation.ts';
import type { OperatorOperations } from '../../contract/operator/operations.ts';
import { csvLine, textOf } from '../../core/csv.ts';

type Page = OutputOf<OperatorOperations['journal.list']>;
type Line = Page['rows'][number];

const COLUMNS = [
  'id',
  'at',
  'actor',
  'actor_kind',
  'face',
  'address',
  'step_up',
  'operation',
  'project_id',
  'object_type',
  'object_id',
  'reason',
  'outcome',
  'code',
  'problems',
  'ended_at',
  'input',
  'before',
  'after',
] as const satisfies readonly (keyof Line)[];

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
