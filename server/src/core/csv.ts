// Writes CSV lines (RFC 4180) that no spreadsheet evaluates, whether it splits them at comma, semicolon or tab. Texts
// come from people and external systems, and a reader with a different separator treats quotes inside cells as
// characters. So an apostrophe is inserted before everything that starts a formula, also after a separator inside a
// text.

/** A spreadsheet skips blanks, control characters and quotes before it looks for a formula. */
const SKIPPED = /[\s\p{Cc}\p{Cf}"']/u;
/** Includes the full-width forms typed on East Asian keyboards. */
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const BEGINS_FORMULA = /^[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
/** Characters that start a new cell for a reader with a different separator. */
const SEPARATOR = /[;\t\r\n\v\f\u0085\u2028\u2029]/;
/** A negative number is not a formula. */
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n\v\f\u0085\u2028\u2029]|^[\s']|\s$/;

/** The byte order mark by which spreadsheets recognize UTF-8, for files that people open. */
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

/** Adds an apostrophe to each cell that starts a formula. Works from the end, so that blanks are read only once. */
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

/** A value as a cell. Missing values and empty lists are empty; nested values are JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
