// A list as CSV, in chunks of many lines. Amounts are exact, times are ISO 8601 in UTC.
import { CSV_MARK, csvLine } from '../../core/csv.ts';
import type { ColumnHead } from './columns.ts';

const GATHERED = 64_000;

export async function* csvOf(
  columns: readonly ColumnHead[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  let text = CSV_MARK + csvLine(columns.map(({ head }) => head));
  for await (const cells of rows) {
    text += csvLine(cells);
    if (text.length < GATHERED) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
