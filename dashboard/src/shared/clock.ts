// The clock of the browser and its timers, for the few that need them.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const now = (): number => Date.now();

/** Calls it after so many milliseconds; the answer takes it back. */
export function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
