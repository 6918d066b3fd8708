// The text of a file that a person saved: spreadsheets write UTF-8 with or without a mark, UTF-16, and in Europe
// Windows-1252. The command line and the dashboard use it.

const UTF_16: readonly (readonly [mark: string, encoding: string])[] = [
  ['255,254', 'utf-16le'],
  ['254,255', 'utf-16be'],
];

/**
 * What Windows-1252 has at 0x80 to 0x9F. Several releases of Node.js decode it as ISO 8859-1
 * (https://github.com/nodejs/node/issues/56542), which has controls there.
 */
const C1_LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

export function fileText(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join();
  const [, encoding] = UTF_16.find(([known]) => known === mark) ?? [];
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Every byte is a letter in it, so whatever is no UTF-8 is read without loss of digits or separators.
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.replace(/[\u0080-\u009F]/g, (letter) =>
      C1_LETTERS.charAt(letter.charCodeAt(0) - 0x80),
    );
  }
}
