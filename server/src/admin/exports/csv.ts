// A list as CSV, in pieces of many lines.
import { csvLine } from '../../core/csv.ts';

const GATHERED = 64_000;

export async function* csvOf(
  head: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  let text = csvLine(head);
  for await (const cells of rows) {
    text += csvLine(cells);
    if (text.length < GATHERED) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
