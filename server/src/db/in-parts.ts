// Sends thousands of rows to PostgreSQL in parts: the server stores one part while the next is built and the last
// result is read. With one statement for all rows, each side would wait for the other.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Fewer rows form a single part: the cost per statement is small compared with that many rows. */
const PART_MAX = 1000;

/**
 * Returns the results of `store`, in the order of the parts. Runs in one transaction: statements run in the order
 * issued, so each statement of a part runs before the same statement of the next part, and one failure fails all.
 */
export async function inParts<Row, Stored>(
  rows: readonly Row[],
  store: (part: readonly Row[]) => Promise<Stored>,
): Promise<Stored[]> {
  const begun: Promise<Stored>[] = [];
  for (let start = 0; start < rows.length; start += PART_MAX) {
    // Lets the statements of the part be sent as soon as it is built.
    if (start > 0) await yieldToEventLoop();
    const part = store(rows.slice(start, start + PART_MAX));
    // The caller that awaits all parts receives the error.
    part.catch(() => undefined);
    begun.push(part);
  }
  return Promise.all(begun);
}
