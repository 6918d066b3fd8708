// The browser's clock and timers, for the few modules that need them.

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const now = (): number => Date.now();

/** Runs `work` after a delay. The returned function cancels it. */
export function later(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}

/** An open page refetches after every change, which must not keep an unattended session alive. */
const AWAY_AFTER = 300 * SECOND;
let touchedAt = now();

/** A session expires a while after the last request without this header. */
export const IDLE_HEADER = 'x-chaintill-idle';

for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(event, () => (touchedAt = now()), { passive: true });

export function isIdle(): boolean {
  return now() - touchedAt > AWAY_AFTER;
}
