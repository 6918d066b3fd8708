// Detects bursts of payments in one process: while full batches of payments wait to be credited, work that can run
// later uses fewer resources. Work can also be deferred completely, but only for a few seconds.
import { SECOND, steadyNow } from './clock.ts';

const RESCHEDULED_MAX = 15 * SECOND;

export interface Burst {
  /** Batches that are still to be credited. */
  batches(): number;
  /** Sets how many batches a worker still has to credit, replacing the previous number. */
  note(worker: string, batches: number): void;
  /** Whether work that can follow the credits should be deferred. */
  reschedules(): boolean;
}

/**
 * `now`: monotonic milliseconds. Deferred work runs afterward: it is not deferred again for as long as it was deferred,
 * however soon the next burst starts.
 */
export function watchBursts(now: () => number = steadyNow): Burst {
  const noted = new Map<string, number>();
  let left = RESCHEDULED_MAX;
  let since = now();
  const batches = () => [...noted.values()].reduce((sum, count) => sum + count, 0);
  const leftNow = () => {
    const passed = now() - since;
    return batches() > 0 ? left - passed : Math.min(left + passed, RESCHEDULED_MAX);
  };
  return {
    batches,
    note(worker, count) {
      left = Math.max(leftNow(), 0);
      since = now();
      noted.set(worker, count);
    },
    reschedules: () => batches() > 0 && leftNow() > 0,
  };
}
