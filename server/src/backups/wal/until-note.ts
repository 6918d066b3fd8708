// How far a WAL is archived, recorded beside its files after each round: file names do not contain it.

export const UNTIL = 'until';

export function parseUntil(text: string): Date | null {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? null : new Date(time);
}
