// Addresses of coins with segwit, which differ only in their prefixes. Our own addresses are P2WPKH (BIP-84).
import { bech32, bech32m } from '@scure/base';
import { isAddressText } from './address-text.ts';
import {
  decodeBase58Address,
  encodeBase58Address,
  HASH160_BYTES,
  hash160,
} from './base58-address.ts';
import { isUnspendablePayee, scriptPayee } from './script-payee.ts';

// Segwit addresses: version 0 in bech32 (BIP-173), versions 1 to 16 in bech32m (BIP-350), never the other way around.

interface SegwitAddress {
  readonly prefix: string;
  readonly version: number;
  readonly program: Uint8Array;
}

const VERSION_MAX = 16;
/** Lengths of witness programs (BIP-141). */
const PROGRAM_BYTES_MIN = 2;
const PROGRAM_BYTES_MAX = 40;
const KEY_HASH_BYTES = 20;
const SCRIPT_HASH_BYTES = 32;

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

export interface BitcoinPrefixes {
  /** For example `bc`. */
  readonly segwit: string;
  /** Base58 version byte of P2PKH. */
  readonly keyHash: number;
  /** Base58 version bytes of P2SH; the first is the canonical one, the others are only parsed. */
  readonly scriptHash: readonly [number, ...number[]];
  readonly witnessVersionMax: number;
}

/** The canonical form of an address (segwit in lower case, P2SH with the canonical byte), or null. */
export function parseBitcoinAddress(text: string, prefixes: BitcoinPrefixes): string | null {
  if (!isAddressText(text)) return null;
  const segwit = decodeSegwitAddress(text, prefixes.segwit);
  if (segwit !== null) {
    return segwit.version <= prefixes.witnessVersionMax ? encodeSegwitAddress(segwit) : null;
  }
  const base58 = decodeBase58Address(text);
  if (base58 === null) return null;
  if (base58.version === prefixes.keyHash) return text;
  if (!prefixes.scriptHash.includes(base58.version)) return null;
  return encodeBase58Address({ version: prefixes.scriptHash[0], hash: base58.hash });
}

/** The address must be canonical. */
export function isUnspendableBitcoin(address: string, prefixes: BitcoinPrefixes): boolean {
  const segwit = decodeSegwitAddress(address, prefixes.segwit);
  if (segwit !== null) return isUnspendablePayee({ kind: 'witness', ...segwit });
  const base58 = decodeBase58Address(address);
  return base58 !== null && isUnspendablePayee({ kind: 'hash', hash: base58.hash });
}

export function bitcoinAddressOfScript(
  script: Uint8Array,
  prefixes: BitcoinPrefixes,
): string | null {
  const payee = scriptPayee(script);
  if (payee === null) return null;
  if (payee.kind === 'witness') {
    const { version, program } = payee;
    return encodeSegwitAddress({ prefix: prefixes.segwit, version, program });
  }
  const { kind, hash } = payee;
  if (hash.length !== HASH160_BYTES) return null;
  const version = kind === 'keyHash' ? prefixes.keyHash : prefixes.scriptHash[0];
  return encodeBase58Address({ version, hash });
}

/** The P2WPKH address of a compressed public key. */
export function witnessKeyHashAddress(publicKey: Uint8Array, prefixes: BitcoinPrefixes): string {
  return encodeSegwitAddress({ prefix: prefixes.segwit, version: 0, program: hash160(publicKey) });
}
