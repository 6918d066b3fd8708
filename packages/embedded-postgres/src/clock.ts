// The machine's clock and waiting. A tidy test forbids both elsewhere in this package.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** Milliseconds since the epoch. */
export function wallNow(): number {
  return Date.now();
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
