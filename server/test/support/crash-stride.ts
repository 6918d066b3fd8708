// How many of the places where a process can die the crash tests cut: every place with CHAINTILL_TEST_THOROUGH=1,
// every twelfth at most with CHAINTILL_TEST_BRIEF=1 (where a suite runs a second time on another database), else
// as many as the test says.
import { HOUR } from '../../src/core/clock.ts';

/** Leave nothing out. */
export const isThorough = process.env['CHAINTILL_TEST_THOROUGH'] === '1';

export function strideOr(usual: number): number {
  if (isThorough) return 1;
  return process.env['CHAINTILL_TEST_BRIEF'] === '1' ? Math.max(12, usual) : usual;
}

/** What differs only in the coin: that of this turn, so that a file plays them all; each of them in a thorough run. */
export function sampleCases<T>(cases: readonly T[], offset: number): readonly T[] {
  return isThorough ? cases : cases.slice(offset % cases.length).slice(0, 1);
}

/** How long a test of crashes may take: cut at every place, on a busy machine, as long as it wants. */
export function crashTestTimeout(usual: number): number {
  return isThorough ? 2 * HOUR : 3 * usual;
}
