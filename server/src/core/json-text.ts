// JSON that is kept as its writer wrote it (key order, spelling of numbers, white space) and put into answers and
// callbacks unchanged. JSON.parse and JSON.stringify would sort keys that look like numbers and round long numbers.

/** No text that we store begins with NUL. */
const MARK = '\0json ';
const WRITTEN_MARK = JSON.stringify(MARK).slice(0, -1);

/** Stands for the object of this text in what `stringify` writes. */
export function jsonText(text: string): Record<string, unknown> {
  return { toJSON: () => MARK + text };
}

/** JSON.stringify, with each `jsonText` as it is. */
export function stringify(value: unknown): string {
  const written = JSON.stringify(value);
  const [start = '', ...rest] = written.split(WRITTEN_MARK);
  return start + rest.map(withText).join('');
}

/** What follows a mark: the rest of a string, in which the text is, and what comes after it. */
function withText(piece: string): string {
  let end = 0;
  while (piece[end] !== '"') end += piece[end] === '\\' ? 2 : 1;
  return JSON.parse(`"${piece.slice(0, end + 1)}`) + piece.slice(end + 1);
}
