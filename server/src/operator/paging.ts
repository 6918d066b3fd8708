// Pagination and date-range inputs of operations.
import type { PageRequest, Span } from '../db/newest-page.ts';

/** Default number of rows per page. */
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
