// How many of the places where a process can die the crash tests cut: every place with CHAINTILL_TEST_THOROUGH=1,
// otherwise as many as the test specifies.
import { HOUR } from '../../src/core/clock.ts';

/** Skip nothing. */
export const isThorough = process.env['CHAINTILL_TEST_THOROUGH'] === '1';

export function strideOr(usual: number): number {
  return isThorough ? 1 : usual;
}

/**
 * Cases that differ only in the coin or the width of the window: the one of this turn, so that a file covers all of
 * them; in a thorough run, every one each time.
 */
export function sampleCases<T>(cases: readonly T[], offset: number): readonly T[] {
  return isThorough ? cases : cases.slice(offset % cases.length).slice(0, 1);
}

/** How long a crash test may take: when it cuts at every place on a busy machine, hours. */
export function crashTestTimeout(usual: number): number {
  return isThorough ? 2 * HOUR : 3 * usual;
}
