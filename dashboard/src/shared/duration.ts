// Durations as text: `10 minutes`, in the largest unit that fits.
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

export function durationText(locale: string, milliseconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => milliseconds >= each) ?? ['millisecond', 1];
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(milliseconds / size);
}
