// Spans of time in milliseconds: whole UTC days, and what lies between them. Pure.
import type { Span } from './add-up.ts';
import { DAYS, startIn } from './stored-totals.ts';

export interface Times {
  readonly from: number;
  readonly until: number;
}

export const asSpan = ({ from, until }: Times): Span => ({
  from: new Date(from),
  until: new Date(until),
});

/** The spans of whole UTC days between two bounds, and the spans between those. */
export function cutIntoDays(bounds: readonly number[]): { whole: Times[]; rest: Times[] } {
  const whole: Times[] = [];
  const rest: Times[] = [];
  for (const [n, until] of bounds.slice(1).entries()) {
    const from = bounds[n] ?? until;
    const first = startIn(DAYS, from + DAYS.milliseconds - 1);
    const last = startIn(DAYS, until);
    if (first >= last) addSpan(rest, { from, until });
    else {
      addSpan(rest, { from, until: first });
      addSpan(whole, { from: first, until: last });
      addSpan(rest, { from: last, until });
    }
  }
  return { whole, rest };
}

export function addSpan(spans: Times[], { from, until }: Times): void {
  if (from >= until) return;
  const last = spans.at(-1);
  if (last?.until === from) spans.splice(-1, 1, { from: last.from, until });
  else spans.push({ from, until });
}
