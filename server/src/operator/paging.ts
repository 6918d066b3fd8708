// Where a page begins, how long it is, and of which time it is, as inputs of operations say it.
import type { PageRequest, Span } from '../db/newest-page.ts';

/** How many rows a page has unless told. */
export const PAGE = 50;

export function requestedPage(input: {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}): PageRequest {
  return { after: input.after ?? null, limit: input.limit ?? PAGE };
}

export function requestedSpan(input: {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): Span {
  return { from: momentOrNull(input.from), to: momentOrNull(input.to) };
}

function momentOrNull(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}
