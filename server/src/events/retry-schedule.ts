// When a callback that was not acknowledged is sent again. The delivery worker asks after each failure;
// pure, so that the table and the behaviour after an outage of ours can be tested to the second.
import { SECOND } from '../core/clock.ts';

/** Offsets of the retries from the first failure, in milliseconds, rising. */
export type RetrySchedule = readonly number[];

const RETRIES = 20;

/**
 * `30 + n^4 + n` seconds for n = 0 to 19: 30 s, 32 s, 48 s, ... 36:12:50 after the first failure
 * (wire.md part 2 (e); counted as offsets by decision 1.2).
 */
export const defaultRetrySchedule: RetrySchedule = Array.from(
  { length: RETRIES },
  (_, n) => (30 + n ** 4 + n) * SECOND,
);

/**
 * When to try again after the `failures`-th failed attempt (1 for the first), in milliseconds since the
 * epoch; null when the schedule is used up. `now` is when that attempt failed.
 *
 * A retry that ran late (our process was down) does not drag the overdue rest of the table behind it in
 * one burst: the next waits at least half of the gap that the table has between the two, and no retry
 * is skipped, so an outage of ours costs the receiver none of its chances. Half, so that an attempt
 * that took its full time limit does not push the following ones off the table.
 */
export function nextAttemptAt(
  { failures, firstFailedAt, now }: { firstFailedAt: number; failures: number; now: number },
  schedule: RetrySchedule = defaultRetrySchedule,
): number | null {
  const offset = schedule[failures - 1];
  if (offset === undefined) return null;
  const gap = offset - (schedule[failures - 2] ?? 0);
  return Math.max(firstFailedAt + offset, now + Math.floor(gap / 2));
}
