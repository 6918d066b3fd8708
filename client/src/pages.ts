// Iterates over a list page by page. Used by every `iterate...` method of the client, and usable with any function that
// fetches a page after a cursor.
import type { Page } from './types.ts';

/** Every row, newest first; pages are fetched on demand, each after the last row of the previous one. */
export async function* iteratePages<Row extends { id: string }>(
  fetchPage: (startingAfter: string | undefined) => Promise<Page<Row>>,
  startingAfter?: string,
): AsyncGenerator<Row, void, undefined> {
  let cursor = startingAfter;
  for (;;) {
    const page = await fetchPage(cursor);
    yield* page.data;
    const last = page.data.at(-1);
    // A server that repeats a page must not keep the caller busy for ever.
    if (!page.meta.has_more || last === undefined || last.id === cursor) return;
    cursor = last.id;
  }
}
