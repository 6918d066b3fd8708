// Which parts of a client's text may be stored. Used by the text, URL and metadata fields (fields.ts).

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Contains nothing that the database rejects or changes: NUL, and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** Counted in Unicode characters, as in JSON Schema; each takes one or two units of `length`. */
export function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false;
  return text.length > 2 * lengthMax || [...text].length > lengthMax;
}

/** An http or https URL without credentials (wire.md 1.2): safe to show as a link. */
export function isLinkUrl(text: string): boolean {
  // URL drops line breaks and tabs and escapes NUL. The text is stored as received, so they are rejected here.
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
