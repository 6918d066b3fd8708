// Native segwit addresses: version 0 in bech32 (BIP-173), versions 1 to 16 in bech32m (BIP-350), never the other way
// around. Used by BTC and LTC.
import { bech32, bech32m } from '@scure/base';

export interface SegwitAddress {
  /** Human-readable part, `bc`. */
  readonly prefix: string;
  /** Witness version, 0 to 16. */
  readonly version: number;
  readonly program: Uint8Array;
}

const VERSION_MAX = 16;
/** Lengths of witness programs (BIP-141). */
const PROGRAM_BYTES_MIN = 2;
const PROGRAM_BYTES_MAX = 40;
const KEY_HASH_BYTES = 20;
const SCRIPT_HASH_BYTES = 32;

/** The parts of an address with the given human-readable part; null when the text is not one. */
export function decodeSegwitAddress(text: string, prefix: string): SegwitAddress | null {
  if (!text.toLowerCase().startsWith(`${prefix}1`)) return null;
  const first = decodeWith(bech32, text);
  const words = first ?? decodeWith(bech32m, text);
  const version = words?.[0];
  if (words === null || version === undefined || version > VERSION_MAX) return null;
  const isBech32 = first !== null;
  if (isBech32 !== (version === 0)) return null;
  const program = bech32.fromWordsUnsafe(words.slice(1));
  if (!program || !isProgramLength(version, program.length)) return null;
  return { prefix, version, program };
}

export function encodeSegwitAddress({ prefix, version, program }: SegwitAddress): string {
  const codec = version === 0 ? bech32 : bech32m;
  return codec.encode(prefix, [version, ...codec.toWords(program)]);
}

/** The 5-bit words; null on a wrong checksum, mixed case, or over 90 characters. */
function decodeWith(codec: typeof bech32 | typeof bech32m, text: string): number[] | null {
  const decoded = codec.decodeUnsafe(text);
  return decoded ? decoded.words : null;
}

function isProgramLength(version: number, length: number): boolean {
  if (version === 0) return length === KEY_HASH_BYTES || length === SCRIPT_HASH_BYTES;
  return length >= PROGRAM_BYTES_MIN && length <= PROGRAM_BYTES_MAX;
}
