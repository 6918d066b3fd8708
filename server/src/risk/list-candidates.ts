// Finds the address candidates in a list file: plain lines, CSV or JSON. Pure.
import { CsvError, parse } from 'csv-parse/sync';

export interface Candidate {
  readonly where: string;
  readonly code: string | null;
  readonly text: string;
}

export class ListError extends Error {
  override readonly name = 'ListError';
}

/** Column and property names in public lists, in lower case, letters only. */
const ADDRESS_NAMES = new Set([
  'address',
  'addresses',
  'addr',
  'wallet',
  'walletaddress',
  'cryptoaddress',
  'coinaddress',
  'sanctionedaddress',
  'digitalcurrencyaddress',
]);
const CODE_NAMES = new Set([
  'currency',
  'currencycode',
  'cryptocurrency',
  'coin',
  'code',
  'asset',
  'symbol',
  'ticker',
  'chain',
  'blockchain',
]);

const ROWS_SEARCHED_MAX = 1000;

export function listCandidates(
  text: string,
  isAddress: (text: string) => boolean,
): readonly Candidate[] {
  if (/^\s*[[{]/.test(text)) return fromJson(text);
  const lines = text.split(/\r\n|\n|\r/).map(withoutComment);
  const delimiter = delimiterOf(lines);
  return delimiter === null ? fromLines(lines) : fromCsv(text, delimiter, isAddress);
}

/** The most frequent delimiter in the first line that has any. Null for plain lines. */
function delimiterOf(lines: readonly string[]): string | null {
  const line = lines.find((candidate) => /[,;\t]/.test(candidate));
  if (line === undefined) return null;
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** `#` starts a comment at the beginning of a line or after a space. */
function withoutComment(line: string): string {
  const at = line.search(/(?:^|\s)#/);
  return (at < 0 ? line : line.slice(0, at)).trim();
}

function fromLines(lines: readonly string[]): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let isFirst = true;
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const isHeading = isFirst && ADDRESS_NAMES.has(nameOf(line));
    isFirst = false;
    if (!isHeading)
      candidates.push({ where: `line ${index + 1}`, code: null, text: unquoted(line) });
  }
  return candidates;
}

function unquoted(line: string): string {
  return line.replace(/^"(.*)"$/, '$1');
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

interface Columns {
  readonly address: number;
  readonly code: number;
}

function fromCsv(
  text: string,
  delimiter: string,
  isAddress: (text: string) => boolean,
): readonly Candidate[] {
  const rows = csvRows(text, delimiter);
  const heading = headingOf(rows[0]?.cells ?? []);
  const columns = heading ?? guessedColumns(rows, isAddress);
  if (columns === null) throw new ListError('no column holds an address');
  return rows.slice(heading === null ? 0 : 1).map(({ cells, line }) => ({
    where: `line ${line}`,
    code: cells[columns.code] || null,
    text: cells[columns.address] ?? '',
  }));
}

function csvRows(text: string, delimiter: string): readonly Row[] {
  const rows: Row[] = [];
  const options = {
    delimiter,
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    info: true,
    on_record: (row: unknown) => {
      const { record, info } = row as { record: string[]; info: { lines: number } };
      rows.push({ cells: record, line: info.lines });
      return null;
    },
  };
  try {
    parse(text, options);
  } catch (error) {
    if (error instanceof CsvError) throw new ListError(`not readable as CSV: ${error.message}`);
    throw error;
  }
  return rows;
}

function headingOf(cells: readonly string[]): Columns | null {
  const names = cells.map(nameOf);
  const address = names.findIndex((name) => ADDRESS_NAMES.has(name));
  const code = names.findIndex((name) => CODE_NAMES.has(name));
  return address === -1 ? null : { address, code };
}

/** Without a header, the first row with an address determines the columns. */
function guessedColumns(
  rows: readonly Row[],
  isAddress: (text: string) => boolean,
): Columns | null {
  for (const { cells } of rows.slice(0, ROWS_SEARCHED_MAX)) {
    const address = cells.findIndex(isAddress);
    if (address === -1) continue;
    return { address, code: cells.findIndex((cell) => /^[A-Z]{3,5}$/.test(cell)) };
  }
  return null;
}

function fromJson(text: string): readonly Candidate[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ListError(`not readable as JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const groups: readonly [string, unknown][] = Array.isArray(value)
    ? [['', value]]
    : Object.entries(value as object);
  return groups.flatMap(([key, items]) => jsonGroup(key, items));
}

/** An array of strings or objects, at the top level or under a key that is a coin code (`{"XBT": [...]}`). */
function jsonGroup(key: string, items: unknown): readonly Candidate[] {
  if (!Array.isArray(items)) throw new ListError(`"${key}" does not hold an array`);
  const code = key === '' || /addresses|items|list|data/i.test(key) ? null : key;
  return items.map((item: unknown, index) => jsonCandidate(item, `${key}[${index}]`, code));
}

function jsonCandidate(item: unknown, where: string, code: string | null): Candidate {
  if (typeof item === 'string') return { where, code, text: item.trim() };
  if (typeof item !== 'object' || item === null) return { where, code, text: '' };
  const property = (names: ReadonlySet<string>) =>
    Object.entries(item).find(
      ([name, value]) => names.has(nameOf(name)) && typeof value === 'string',
    )?.[1] as string | undefined;
  return {
    where,
    code: property(CODE_NAMES)?.trim() || code,
    text: property(ADDRESS_NAMES)?.trim() ?? '',
  };
}

function nameOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z]/g, '');
}
