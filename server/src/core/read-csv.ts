// CSV as spreadsheets save it: commas, semicolons or tabs, quoted cells, any line ending (RFC 4180). The time is linear
// in the length of the text, whatever it contains.

export interface CsvRow {
  /** The line number in the file where it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Further ones are dropped: no sensible file has them. */
const CELLS_MAX = 1000;
const LINE_BREAK = 10;
const SEPARATORS = [',', ';', '\t'] as const;
/** A first line that Excel writes and reads, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\n/;

/** The rows without empty ones, read one by one. The first line determines the separator. */
export function* csvRows(file: string): Generator<CsvRow, void> {
  const whole = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const named = SEPARATOR_LINE.exec(whole)?.[1];
  const text = named === undefined ? whole : whole.slice(whole.indexOf('\n') + 1);
  const separator = named ?? separatorOf(text);
  let line = named === undefined ? 1 : 2;
  for (let at = 0; at < text.length; ) {
    const { cells, end } = rowAt(text, at, separator);
    if (cells.some((value) => value !== '')) yield { line, cells };
    line += text.slice(at, end + 1).split('\n').length - 1;
    at = end + 1;
  }
}

/** The most frequent separator in the first line outside of quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** `end`: the line break after the row, or the end of the text. */
function rowAt(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  for (let at = start; ; ) {
    const { value, end } = cellAt(text, at, separator);
    if (cells.length < CELLS_MAX) cells.push(value.trim());
    if (text.charAt(end) !== separator) return { cells, end };
    at = end + 1;
  }
}

/** `end`: the separator or the line break after the cell, or the end of the text. */
function cellAt(text: string, start: number, separator: string): { value: string; end: number } {
  let at = start;
  while (text.charAt(at) === ' ' || (text.charAt(at) === '\t' && separator !== '\t')) at++;
  let value = '';
  if (text.charAt(at) === '"') {
    const quoted = quotedAt(text, at + 1);
    value = quoted.value;
    at = quoted.end;
  }
  const end = endOfCell(text, at, separator);
  return { value: value + text.slice(at, end), end };
}

/** From after the opening quote; two quotes stand for one. `end`: after the closing quote. */
function quotedAt(text: string, start: number): { value: string; end: number } {
  let value = '';
  for (let at = start; ; ) {
    const close = text.indexOf('"', at);
    if (close === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, close);
    if (text.charAt(close + 1) !== '"') return { value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}

function endOfCell(text: string, start: number, separator: string): number {
  const ending = separator.charCodeAt(0);
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === ending || code === LINE_BREAK) return at;
  }
  return text.length;
}
