// How many requests of each project are kept: all of an ordinary shop, and of one that asks without pause some of each
// minute, so that neither the memory nor the disk of the till is what a program of somebody makes of it.
import { MINUTE, steadyNow } from '../core/clock.ts';

/** Those that nobody signed have an allowance of their own: strangers use up nobody's. */
export type RequestKind = 'succeeded' | 'refused' | 'unsigned';

/** Kept at once, and of each minute after that: 260,000 rows of a kind in three days at most. */
const AT_ONCE = 300;
const PER_MINUTE = 60;
const COUNTED_MAX = 30_000;

interface Count {
  tokens: number;
  at: number;
  leftOut: number;
}

export interface Allowance {
  /** How many before it were left out; null: it is left out as well. */
  take(projectId: string, kind: RequestKind): number | null;
  /** One that was taken was not kept after all. */
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
