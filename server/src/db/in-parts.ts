// Thousands of rows go to PostgreSQL part by part: it stores one while the next is put together here and what came of
// the last is read. In one statement for all of them each side would wait for the other.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Fewer are one part: what a statement costs by itself is little beside so many rows. */
const PART_MAX = 1000;

/**
 * What `store` gives for each part, in the order of the parts. In one transaction: as its statements follow each other
 * in the order asked, each of a part is carried out before the same of the next part, and a failure is that of all.
 */
export async function inParts<Row, Stored>(
  rows: readonly Row[],
  store: (part: readonly Row[]) => Promise<Stored>,
): Promise<Stored[]> {
  const begun: Promise<Stored>[] = [];
  for (let start = 0; start < rows.length; start += PART_MAX) {
    // What was asked for leaves this process when it is done with the part.
    if (start > 0) await nextTurn();
    const part = store(rows.slice(start, start + PART_MAX));
    // Whoever waits for all of them learns of it.
    part.catch(() => undefined);
    begun.push(part);
  }
  return Promise.all(begun);
}
