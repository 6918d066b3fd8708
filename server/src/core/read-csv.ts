// CSV as spreadsheets save it: commas, semicolons or tabs, quoted cells, any line ending (RFC 4180).

export interface CsvRow {
  /** The line number in the file where it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t'] as const;
/** A first line that Excel writes and reads, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\n/;

/** The rows without empty ones. The first line determines the separator. */
export function readCsv(file: string): readonly CsvRow[] {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const named = SEPARATOR_LINE.exec(text)?.[1];
  const body = named === undefined ? text : text.slice(text.indexOf('\n') + 1);
  return rowsOf(body, named ?? separatorOf(body), named === undefined ? 1 : 2);
}

/** The most frequent separator in the first line outside of quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

function rowsOf(text: string, separator: string, firstLine: number): readonly CsvRow[] {
  const rows: { line: number; cells: string[] }[] = [{ line: firstLine, cells: [] }];
  let [cell, isQuoted, line] = ['', false, firstLine];
  const endCell = () => {
    rows.at(-1)?.cells.push(cell.trim());
    cell = '';
  };
  for (let n = 0; n < text.length; n++) {
    const letter = text.charAt(n);
    if (letter === '\n') line += 1;
    if (isQuoted && letter === '"' && text.charAt(n + 1) === '"') {
      cell += '"';
      n++;
    } else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (!isQuoted && letter === separator) endCell();
    else if (!isQuoted && letter === '\n') {
      endCell();
      rows.push({ line, cells: [] });
    } else cell += letter;
  }
  endCell();
  return rows.filter(({ cells }) => cells.some((value) => value !== ''));
}
