// Detects whether a person is active. An open page refetches after every change, which must not keep an unattended
// session alive.
import { now, SECOND } from './clock.ts';

const AWAY_AFTER = 300 * SECOND;
let touchedAt = now();

/** A session expires a while after the last request without this header. */
export const AWAY_HEADER = 'x-chaintill-away';

for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(event, () => (touchedAt = now()), { passive: true });

export function isAway(): boolean {
  return now() - touchedAt > AWAY_AFTER;
}
