// Spreadsheets save text as UTF-8 (with or without a byte order mark), as UTF-16, or, in Europe, as Windows-1252.

const UTF_16: readonly (readonly [mark: string, encoding: string])[] = [
  ['255,254', 'utf-16le'],
  ['254,255', 'utf-16be'],
];

/**
 * 0x80 to 0x9F, which several Node.js releases decode as ISO 8859-1 (https://github.com/nodejs/node/issues/56542).
 */
const C1_LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

export function fileText(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join();
  const [, encoding] = UTF_16.find(([known]) => known === mark) ?? [];
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // In Windows-1252 every byte is a character, so decoding never loses a digit or a separator.
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.replace(/[\u0080-\u009F]/g, (letter) =>
      C1_LETTERS.charAt(letter.charCodeAt(0) - 0x80),
    );
  }
}
