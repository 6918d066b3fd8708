// Embeds JSON in responses and callbacks exactly as the merchant wrote it (key order, number format, white space).
// JSON.parse followed by JSON.stringify would reorder keys that look like numbers and round long numbers.

/** No stored text starts with NUL. */
const MARK = '\0json ';
const WRITTEN_MARK = JSON.stringify(MARK).slice(0, -1);

export function jsonText(text: string): Record<string, unknown> {
  return { toJSON: () => MARK + text };
}

/** The text of a `jsonText`. Null for anything else. */
export function textOfJson(value: object): string | null {
  if (!('toJSON' in value) || typeof value.toJSON !== 'function') return null;
  const written: unknown = value.toJSON();
  return typeof written === 'string' && written.startsWith(MARK)
    ? written.slice(MARK.length)
    : null;
}

/** Like JSON.stringify, but writes each `jsonText` verbatim. */
export function stringify(value: unknown): string {
  const written = JSON.stringify(value);
  const [start = '', ...rest] = written.split(WRITTEN_MARK);
  return start + rest.map(withText).join('');
}

/** `piece` starts with the rest of the JSON string that holds the text; unescapes the text and keeps what follows. */
function withText(piece: string): string {
  let end = 0;
  while (piece[end] !== '"') end += piece[end] === '\\' ? 2 : 1;
  return JSON.parse(`"${piece.slice(0, end + 1)}`) + piece.slice(end + 1);
}

/** Null for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
