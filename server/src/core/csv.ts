// Writes CSV (RFC 4180) that no spreadsheet evaluates as formulas. Merchants and payers choose texts, and a
// spreadsheet may split lines at commas, semicolons or tabs and then treat quotes inside a cell as plain characters.
// An apostrophe therefore precedes everything that could start a formula, also after a separator inside a text.

/** Spreadsheets skip spaces, control characters and quotes before a formula's first character. */
const SKIPPED = /[\s\p{Cc}\p{Cf}"']/u;
/** Includes the full-width forms that East Asian keyboards produce. */
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const BEGINS_FORMULA = /^[\s\p{Cc}\p{Cf}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
/** Where a spreadsheet with other settings starts a new cell. */
const SEPARATOR = /[;\t\r\n\v\f\u0085\u2028\u2029]/;
/** A negative number is not a formula. */
const NUMBER = /^-\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n\v\f\u0085\u2028\u2029]|^[\s']|\s$/;

/** The byte order mark makes spreadsheets read the file as UTF-8. */
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

/** Works backward, to read every space only once. */
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

/** Empty for a missing value and an empty list; JSON for nested values. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
