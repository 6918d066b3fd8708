// Converts times to the units that Prometheus uses: seconds since then, and seconds since the epoch.
import { SECOND } from '../core/clock.ts';

/** Never below zero, because clocks of machines differ slightly. 0 without a time. */
export function secondsSince(time: Date | string | null, now: number): number {
  return time === null ? 0 : Math.max(0, (now - millisecondsOf(time)) / SECOND);
}

export function epochSeconds(time: Date | string): number {
  return millisecondsOf(time) / SECOND;
}

/** When an object was created: its id starts with the time in milliseconds (RFC 9562, version 7). */
export function madeAt(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

function millisecondsOf(time: Date | string): number {
  return typeof time === 'string' ? Date.parse(time) : Number(time);
}
