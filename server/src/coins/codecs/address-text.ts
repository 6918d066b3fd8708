// Runs before every address parser: limits the work on hostile input, and rejects anything but printable ASCII.

/** Twice the longest existing address: 40 bytes of witness program on regtest, 76 characters. */
const ADDRESS_LENGTH_MAX = 150;
/** U+212A (Kelvin sign) becomes `k` in lower case, so a wrong address could turn into a valid one. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

export function isAddressText(text: string): boolean {
  return text.length <= ADDRESS_LENGTH_MAX && PRINTABLE_ASCII.test(text);
}

/** Lower case; null when the text mixes upper and lower case, as BIP-173 and cashaddr forbid. */
export function singleCase(text: string): string | null {
  const lower = text.toLowerCase();
  return text === lower || text === text.toUpperCase() ? lower : null;
}
