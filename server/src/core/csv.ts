// Lines of CSV (RFC 4180) that no spreadsheet evaluates, whichever of comma, semicolon and tab it splits them at. Texts
// come from people and from outside, and a reader with another separator than ours sees the quotes in the middle of its
// cells as letters: so an apostrophe stands before whatever begins a formula, also behind a separator inside a text.

/** A spreadsheet skips blanks, controls and quotes before it looks for a formula. */
const SKIPPED = /[\s\p{Cc}\p{Cf}"']/u;
/** Also full-width, as East Asian keyboards type them. */
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const BEGINS_FORMULA = /^[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
/** Where a cell begins for a reader with another separator. */
const SEPARATOR = /[;\t\r\n\v\f\u0085\u2028\u2029]/;
/** A number below zero is no formula. */
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n\v\f\u0085\u2028\u2029]|^[\s']|\s$/;

/** The mark by which spreadsheets know UTF-8, for files that people open. */
export const CSV_MARK = '\uFEFF';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const plain = NUMBER.test(text) ? text : inert(text);
  return NEEDS_QUOTES.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function inert(text: string): string {
  const guarded = SEPARATOR.test(text) && SIGN.test(text) ? guardCells(text) : text;
  return BEGINS_FORMULA.test(text) ? `'${guarded}` : guarded;
}

/** Quotes each cell that begins a formula. From the end, so that a long run of blanks is read once. */
function guardCells(text: string): string {
  let guarded = '';
  let isFormula = false;
  for (const character of [...text].reverse()) {
    const quote = isFormula && SEPARATOR.test(character) ? "'" : '';
    guarded = character + quote + guarded;
    isFormula = SIGN.test(character) || (isFormula && SKIPPED.test(character));
  }
  return guarded;
}

/** A value as a cell. What has no value is empty, as is a list of nothing; what is nested is JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
