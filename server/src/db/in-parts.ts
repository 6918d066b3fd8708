// Sends thousands of rows in parts, so that the server stores one part while this process builds the next. With one
// statement for all rows, each side would wait for the other.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const PART_MAX = 1000;

/** In one transaction, each statement of a part runs before the same statement of the next part. */
export async function inParts<Row, Stored>(
  rows: readonly Row[],
  store: (part: readonly Row[]) => Promise<Stored>,
): Promise<Stored[]> {
  const begun: Promise<Stored>[] = [];
  for (let start = 0; start < rows.length; start += PART_MAX) {
    // Lets the socket send the previous part's statements first.
    if (start > 0) await yieldToEventLoop();
    const part = store(rows.slice(start, start + PART_MAX));
    // The caller that awaits all parts receives the error.
    part.catch(() => undefined);
    begun.push(part);
  }
  return Promise.all(begun);
}
