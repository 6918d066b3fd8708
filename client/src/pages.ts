// Walks through a list page by page. Behind every `iterate...` method of the client; usable with any
// function that fetches a page after a cursor.
import type { Page } from './types.ts';

/** Every row, newest first; pages are fetched as they are needed, each after the last row of the one before. */
export async function* iteratePages<Row extends { id: string }>(
  fetchPage: (startingAfter: string | undefined) => Promise<Page<Row>>,
  startingAfter?: string,
): AsyncGenerator<Row, void, undefined> {
  let cursor = startingAfter;
  for (;;) {
    const page = await fetchPage(cursor);
    yield* page.data;
    const last = page.data.at(-1);
    // A server that repeats itself must not keep the caller busy for ever.
    if (!page.meta.has_more || last === undefined || last.id === cursor) return;
    cursor = last.id;
  }
}
