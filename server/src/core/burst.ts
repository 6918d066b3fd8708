// Bursts of payments in one process: whole lots of them wait to be credited, and leave what may come after that less
// of the machine. What is put off altogether is so for some seconds.
import { SECOND, steadyNow } from './clock.ts';

const RESCHEDULED_MAX = 15 * SECOND;

export interface Burst {
  /** Lots that are still to be credited. */
  batches(): number;
  /** How many one worker has to credit, in place of what it said before. */
  note(worker: string, batches: number): void;
  /** Whether what may come after the credits is left for later. */
  reschedules(): boolean;
}

/**
 * `now`: milliseconds that only go on. What is put off has its turn: as long as it was put off it is not put off again,
 * however soon the next burst comes.
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
