// Iterates over a list page by page. Works with any function that fetches a page after a cursor.
import type { Page } from './types.ts';

/** Every row, newest first. Fetches pages on demand. */
export async function* iteratePages<Row extends { id: string }>(
  fetchPage: (startingAfter: string | undefined) => Promise<Page<Row>>,
  startingAfter?: string,
): AsyncGenerator<Row, void, undefined> {
  let cursor = startingAfter;
  for (;;) {
    const page = await fetchPage(cursor);
    yield* page.data;
    const last = page.data.at(-1);
    // A server that repeats a page must not cause an endless loop.
    if (!page.meta.has_more || last === undefined || last.id === cursor) return;
    cursor = last.id;
  }
}
