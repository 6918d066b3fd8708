// Bursts of payments in one process: whole lots of them wait to be credited, and leave what may come after that less
// of the machine. What is put off altogether is so for some seconds.
import { SECOND, steadyNow } from './clock.ts';

const PUT_OFF_MAX = 15 * SECOND;

export interface Burst {
  /** Lots that are still to be credited. */
  lots(): number;
  /** How many one worker has to credit, in place of what it said before. */
  note(worker: string, lots: number): void;
  /** Whether what may come after the credits is left for later. */
  putsOff(): boolean;
}

/**
 * `now`: milliseconds that only go on. What is put off has its turn: as long as it was put off it is not put off again,
 * however soon the next burst comes.
 */
export function watchBursts(now: () => number = steadyNow): Burst {
  const noted = new Map<string, number>();
  let left = PUT_OFF_MAX;
  let since = now();
  const lots = () => [...noted.values()].reduce((sum, count) => sum + count, 0);
  const leftNow = () => {
    const passed = now() - since;
    return lots() > 0 ? left - passed : Math.min(left + passed, PUT_OFF_MAX);
  };
  return {
    lots,
    note(worker, count) {
      left = Math.max(leftNow(), 0);
      since = now();
      noted.set(worker, count);
    },
    putsOff: () => lots() > 0 && leftNow() > 0,
  };
}
