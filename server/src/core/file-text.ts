// Decodes a text file saved by a person: spreadsheets write UTF-8 with or without a byte order mark, UTF-16, and in
// Europe Windows-1252. Used by the command line and the dashboard.

const UTF_16: readonly (readonly [mark: string, encoding: string])[] = [
  ['255,254', 'utf-16le'],
  ['254,255', 'utf-16be'],
];

/**
 * The characters of Windows-1252 from 0x80 to 0x9F. Several Node.js releases decode it as ISO 8859-1
 * (https://github.com/nodejs/node/issues/56542), which has control characters there.
 */
const C1_LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

export function fileText(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join();
  const [, encoding] = UTF_16.find(([known]) => known === mark) ?? [];
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Every byte is a valid character, so text that is not UTF-8 is decoded without losing digits or separators.
    const text = new TextDecoder('windows-1252').decode(bytes);
    return text.replace(/[\u0080-\u009F]/g, (letter) =>
      C1_LETTERS.charAt(letter.charCodeAt(0) - 0x80),
    );
  }
}
