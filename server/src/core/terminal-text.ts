// Makes text safe for a terminal. Merchants and payers choose references, names and descriptions, and control
// characters in them could overwrite what an approver reads. All command output and every log line pass through these
// functions.

/** Control characters (ECMA-48) except tab and line ends, reordering and line-breaking characters (UAX 9 and 14). */
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
 * Uses JSON escapes (`\u001b`): JSON stays valid and keeps its values, because unsafe characters occur only inside
 * its strings.
 */
export function terminalText(text: string): string {
  return text.replace(UNSAFE, escapeOf);
}

/** Also replaces line feeds, with which a value could add a row. */
export function terminalLine(text: string): string {
  return terminalText(text.replaceAll('\n', '\\n'));
}

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
