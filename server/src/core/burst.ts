// While full batches of payments wait to be credited, less urgent work uses fewer resources. That work can also be
// deferred completely, for at most 15 seconds.
import { SECOND, steadyNow } from './clock.ts';

const RESCHEDULED_MAX = 15 * SECOND;

export interface Burst {
  batches(): number;
  /** Replaces the number of batches that the worker still has to credit. */
  note(worker: string, batches: number): void;
  reschedules(): boolean;
}

/** After a deferral, work runs for as long as it was deferred, even if a new burst starts. */
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
