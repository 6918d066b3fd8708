// Lines of CSV (RFC 4180): fields with commas, quotes or line breaks are quoted, lines end with CRLF. What a
// spreadsheet would take for a formula gets an apostrophe before it: texts come from people and from outside. A
// number below zero is none.

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A value as a cell. What has no value is empty, as is a list of nothing; what is nested is JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
