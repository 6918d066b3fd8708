// How far a WAL is archived, recorded next to its files after each round, because file names do not show it.

export const UNTIL = 'until';

export function parseUntil(text: string): Date | null {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? null : new Date(time);
}
