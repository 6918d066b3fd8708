// Lists, page by page: the service gives what follows a row, never a page by its number.
import type { Page } from '@chaintill/client';
import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api.ts';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** What the next page follows; null at the end. */
  readonly next: string | null;
  /** Of the whole list, where it is known. */
  readonly total: number | null;
}

export const ROWS_OF_A_PAGE = 25;

type Read<Row> = (after: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>;

/** `key` begins with the type of the live events that change the list (shared/live.ts), and holds its filters. */
export function listOptions<Row>(key: QueryKey, read: Read<Row>) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export type ListOptions<Row> = ReturnType<typeof listOptions<Row>>;

export function merchantPage<Row extends { readonly id: string }>(page: Page<Row>): ListPage<Row> {
  const { total, has_more: hasMore } = page.meta;
  return { rows: page.data, next: hasMore ? (page.data.at(-1)?.id ?? null) : null, total };
}

export function operatorPage<Row>(page: {
  readonly rows: readonly Row[];
  readonly next: string | null;
}): ListPage<Row> {
  return { ...page, total: null };
}

/** Of an operation that answers all at once. */
export function wholeList<Row>(rows: readonly Row[]): ListPage<Row> {
  return { rows, next: null, total: rows.length };
}

/** Of an operation that shows one: a list of it, empty where there is none. */
export async function foundOrNone<Row>(shown: Promise<Row>): Promise<readonly Row[]> {
  try {
    return [await shown];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
