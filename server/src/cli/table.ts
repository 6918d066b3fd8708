// Output for people: tables whose columns fit their widest cell, and amounts with their currency.
import { terminalLine } from '../core/terminal-text.ts';

type Row = Readonly<Record<string, unknown>>;

interface Money {
  readonly amount: string;
  readonly currency: string;
}

export function moneyText({ amount, currency }: Money): string {
  return `${amount} ${currency}`;
}

export function table(rows: readonly Row[]): string {
  const first = rows[0];
  if (first === undefined) return '(none)';
  const columns = Object.keys(first);
  const cells = rows.map((row) => columns.map((column) => cellText(row[column])));
  const widths = columns.map((column, n) =>
    Math.max(column.length, ...cells.map((row) => row[n]?.length ?? 0)),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, n) => text.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), ...cells.map(line)].join('\n');
}

/** A missing value is a dash. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return terminalLine(valueText(value));
}

function valueText(value: NonNullable<unknown>): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  return isMoney(value) ? moneyText(value) : JSON.stringify(value);
}

function isMoney(value: object): value is Money {
  return Object.keys(value).sort().join() === 'amount,currency';
}

interface Page<Shown> {
  readonly rows: readonly Shown[];
  readonly next: string | number | null;
}

/** A page of a list, and how to request the next one. */
export function pageText<Shown extends object>(
  { rows, next }: Page<Shown>,
  lineOf: (shown: Shown) => Row = (shown) => Object.fromEntries(Object.entries(shown)),
): { text: string; notes: readonly string[] } {
  return {
    text: table(rows.map(lineOf)),
    notes: next === null ? [] : [`For the next page, use --after ${next}`],
  };
}
