// Merges the history of an object from several paginated lists, newest first, only as far back as all of them were
// read.
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface Happening {
  readonly key: string;
  readonly title: string;
  readonly text: ReactNode;
  /** ISO 8601. */
  readonly at: string;
  readonly link?: LinkProps;
}

/** Newest first. */
export interface Known {
  readonly happenings: readonly Happening[];
  /** There are older entries that were not read. */
  readonly isTruncated: boolean;
}

/** Newest first. Entries older than the end of a truncated list are omitted, because the history would have a gap. */
export function merged(lists: readonly Known[]): Known {
  const ends = lists.flatMap(({ happenings, isTruncated }) => {
    const last = happenings.at(-1);
    return isTruncated && last !== undefined ? [Date.parse(last.at)] : [];
  });
  const end = Math.max(Number.NEGATIVE_INFINITY, ...ends);
  const all = lists.flatMap(({ happenings }) => happenings);
  const reached = all.filter(({ at }) => Date.parse(at) >= end);
  const isTruncated = lists.some((list) => list.isTruncated);
  return { happenings: reached.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)), isTruncated };
}
