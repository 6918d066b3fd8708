// Whether somebody is at the screen. A page that is open asks again whenever something has changed; that shall keep no
// session alive in an empty room.
import { now, SECOND } from './clock.ts';

const AWAY_AFTER = 300 * SECOND;
let touchedAt = now();

/** A session ends some time after the last request without it. */
export const AWAY_HEADER = 'x-chaintill-away';

for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(event, () => (touchedAt = now()), { passive: true });

export function isAway(): boolean {
  return now() - touchedAt > AWAY_AFTER;
}
