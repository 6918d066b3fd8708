// Keeps JSON exactly as its author wrote it (key order, number spelling, white space) and embeds it unchanged in
// responses and callbacks. JSON.parse and JSON.stringify would reorder keys that look like numbers and round long
// numbers.

/** No stored text starts with NUL. */
const MARK = '\0json ';
const WRITTEN_MARK = JSON.stringify(MARK).slice(0, -1);

/** A placeholder that `stringify` replaces with this text. */
export function jsonText(text: string): Record<string, unknown> {
  return { toJSON: () => MARK + text };
}

/** JSON.stringify that writes each `jsonText` verbatim. */
export function stringify(value: unknown): string {
  const written = JSON.stringify(value);
  const [start = '', ...rest] = written.split(WRITTEN_MARK);
  return start + rest.map(withText).join('');
}

/** Processes the piece after a mark: the rest of a string that contains the text, and everything after it. */
function withText(piece: string): string {
  let end = 0;
  while (piece[end] !== '"') end += piece[end] === '\\' ? 2 : 1;
  return JSON.parse(`"${piece.slice(0, end + 1)}`) + piece.slice(end + 1);
}
