// Limits how many requests of each project are logged, so that no client can fill the instance's memory or disk.
import { MINUTE, steadyNow } from '../core/clock.ts';

/** Unsigned requests have their own allowance, so that strangers cannot exhaust a project's. */
export type RequestKind = 'succeeded' | 'refused' | 'unsigned';

/** The maximum burst, and the allowance per minute after it: at most 260,000 rows per kind in three days. */
const AT_ONCE = 300;
const PER_MINUTE = 60;
const COUNTED_MAX = 30_000;

interface Count {
  tokens: number;
  at: number;
  leftOut: number;
}

export interface Allowance {
  /** The number of requests that were dropped since the last logged one. Null: this request is dropped too. */
  take(projectId: string, kind: RequestKind): number | null;
  /** Counts a request that was not logged after all as dropped, along with the `leftOut` requests before it. */
  lose(projectId: string, kind: RequestKind, leftOut: number): void;
}

export function allowance(now: () => number = steadyNow): Allowance {
  const counts = new Map<string, Count>();
  const countOf = (projectId: string, kind: RequestKind) => {
    const name = `${kind} ${projectId}`;
    const found = counts.get(name) ?? { tokens: AT_ONCE, at: now(), leftOut: 0 };
    if (counts.size > COUNTED_MAX) counts.clear();
    counts.set(name, found);
    return found;
  };
  return {
    take(projectId, kind) {
      const count = countOf(projectId, kind);
      const time = now();
      const gained = ((time - count.at) * PER_MINUTE) / MINUTE;
      count.tokens = Math.min(AT_ONCE, count.tokens + gained);
      count.at = time;
      if (count.tokens < 1) {
        count.leftOut += 1;
        return null;
      }
      const { leftOut } = count;
      count.tokens -= 1;
      count.leftOut = 0;
      return leftOut;
    },
    lose(projectId, kind, leftOut) {
      countOf(projectId, kind).leftOut += leftOut + 1;
    },
  };
}
