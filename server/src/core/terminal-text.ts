// Makes text safe for a terminal. Merchants and payers choose references, names and descriptions. Control characters in
// them could move the cursor and overwrite what an approver reads. All command output and every log line go through
// here.

/**
 * Control characters (ECMA-48: C0, DEL, C1) other than tab and line ends, characters that reorder text or break lines
 * (Unicode UAX 9 and 14), and unpaired surrogates.
 */
export const UNSAFE = new RegExp(
  [
    '[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]',
    '[\\u061C\\u200E\\u200F\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uFEFF]',
    '\\r(?!\\n)',
    '\\p{Surrogate}',
  ].join('|'),
  'gu',
);

/**
 * Replaces every unsafe character with its JSON escape (`\\u001b`), which is visible. JSON stays valid JSON with the
 * same values, because such characters occur only inside its strings. Line ends are kept: they separate output lines.
 */
export function terminalText(text: string): string {
  return text.replace(UNSAFE, escapeOf);
}

/** One line: line feeds are replaced too, so that a value cannot add a row. */
export function terminalLine(text: string): string {
  return terminalText(text.replaceAll('\n', '\\n'));
}

/** The same data with every string as one line. */
export function terminalData<Data>(data: Data): Data {
  return mapStrings(data) as Data;
}

function mapStrings(value: unknown): unknown {
  if (typeof value === 'string') return terminalLine(value);
  if (Array.isArray(value)) return value.map(mapStrings);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item)]));
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
