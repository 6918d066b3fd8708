// What may be stored of a text that a client sends. Used by the text, URL and metadata fields (fields.ts).

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Free of what the database refuses or changes: NUL, and halves of surrogate pairs. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** In Unicode characters, as JSON Schema counts them; each takes one or two units of `length`. */
export function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false;
  return text.length > 2 * lengthMax || [...text].length > lengthMax;
}

/** An http or https URL without credentials (wire.md 1.2): what may be shown as a link. */
export function isLinkUrl(text: string): boolean {
  // URL drops line breaks and tabs and escapes NUL; the text is kept as given, so they are refused here.
  if (!isStorable(text) || /\p{Cc}/u.test(text)) return false;
  if (!/^https?:\/\/[^\s\\/@?#]/i.test(text)) return false;
  const parsed = parseUrl(text);
  if (parsed === null) return false;
  const hasScheme = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  return hasScheme && parsed.username === '' && parsed.password === '';
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
