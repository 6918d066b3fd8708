// The selected time zone, if it is not the browser's.

import { isTimeZone } from '../../../server/src/core/time-zone.ts';

export { dayAt, dayEndIn, dayStartIn } from '../../../server/src/core/time-zone.ts';

export const ZONE_STORAGE_KEY = 'chaintill-time-zone';

/** Null: the browser's zone, also if the browser does not support the selected one. */
export function chosenZone(): string | null {
  const zone = localStorage.getItem(ZONE_STORAGE_KEY);
  return zone === null || !isTimeZone(zone) ? null : zone;
}

export function shownZone(): string {
  return chosenZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
