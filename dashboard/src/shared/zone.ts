// The time zone that somebody chose, where it is not the browser's, and moments that are said in it.

export const ZONE_KEPT_AS = 'chaintill-time-zone';

/** Null: that of the browser, also for one that it does not know. */
export function chosenZone(): string | null {
  const zone = localStorage.getItem(ZONE_KEPT_AS);
  return zone === null || !isZone(zone) ? null : zone;
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** `said` as if it were in UTC: the moment when clocks in the zone say so. */
export function momentIn(zone: string, said: string): Date {
  const wanted = new Date(said).getTime();
  if (Number.isNaN(wanted)) return new Date(wanted);
  // Twice, as the first guess may be on the other side of a change of clocks.
  const guess = wanted - aheadOf(zone, wanted);
  return new Date(wanted - aheadOf(zone, guess));
}

/** Milliseconds by which the zone's clocks are ahead of UTC at the moment. */
function aheadOf(zone: string, moment: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, dateStyle: 'short' as const, timeStyle: 'medium' as const },
  });
  const shown = new Date(`${format.format(moment).replace(' ', 'T')}Z`).getTime();
  return shown - Math.floor(moment / 1000) * 1000;
}
