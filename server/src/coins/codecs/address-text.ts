// The gate in front of every address parser: bounds the work on hostile input, and keeps anything but
// printable ASCII out. Used by all definitions in coins/definitions/.

/** Twice the longest address there is: 40 bytes of witness program on regtest, 76 characters. */
const ADDRESS_LENGTH_MAX = 150;
/**
 * No blanks and no letters outside ASCII. The latter matters before changing case: U+212A (Kelvin sign)
 * becomes `k` in lower case, so a wrong address could turn into a right one.
 */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Whether a text may be an address at all. */
export function isAddressText(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && PRINTABLE_ASCII.test(text);
}

/** The text in lower case; null when it mixes upper and lower case, as BIP-173 and cashaddr forbid. */
export function singleCase(text: string): string | null {
  const lower = text.toLowerCase();
  return text === lower || text === text.toUpperCase() ? lower : null;
}
