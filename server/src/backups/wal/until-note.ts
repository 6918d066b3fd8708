// Up to when a log is stored, noted beside its files after each round: their names do not say.

export const UNTIL = 'until';

export function parseUntil(text: string): Date | null {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? null : new Date(time);
}
