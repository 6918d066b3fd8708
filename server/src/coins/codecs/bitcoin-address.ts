// Addresses of Bitcoin and the coins that differ from it only in their prefixes.
import { bech32, bech32m } from '@scure/base';
import type { Network } from '../coin.ts';
import type { Base58Versions } from '../nodes.ts';
import { isAddressText } from './address-text.ts';
import {
  decodeBase58Address,
  encodeBase58Address,
  HASH160_BYTES,
  hash160,
} from './base58-address.ts';
import type { AddressCodec } from './bitcoind-network.ts';
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

interface BitcoinPrefixes extends Base58Versions {
  /** For example `bc`. Null on chains without segwit. */
  readonly segwit: string | null;
}

/** Our own addresses are P2WPKH (BIP-84), or P2PKH on chains without segwit. Canonical P2SH has the first version. */
export function bitcoinAddresses(
  prefixesOf: Readonly<Record<Network, BitcoinPrefixes>>,
  witnessVersionMax = 0,
): AddressCodec {
  return {
    parse(text, network) {
      if (!isAddressText(text)) return null;
      const prefixes = prefixesOf[network];
      const segwit = segwitOf(text, prefixes);
      if (segwit !== null)
        return segwit.version <= witnessVersionMax ? encodeSegwitAddress(segwit) : null;
      const base58 = decodeBase58Address(text);
      if (base58 === null) return null;
      if (base58.version === prefixes.keyHash) return text;
      if (!prefixes.scriptHash.includes(base58.version)) return null;
      return encodeBase58Address({ version: prefixes.scriptHash[0], hash: base58.hash });
    },
    ofPublicKey(publicKey, network) {
      const { segwit, keyHash } = prefixesOf[network];
      const hash = hash160(publicKey);
      return segwit === null
        ? encodeBase58Address({ version: keyHash, hash })
        : encodeSegwitAddress({ prefix: segwit, version: 0, program: hash });
    },
    ofScript: (script, network) => addressOfScript(script, prefixesOf[network]),
    isUnspendable(address, network) {
      const segwit = segwitOf(address, prefixesOf[network]);
      if (segwit !== null) return isUnspendablePayee({ kind: 'witness', ...segwit });
      const base58 = decodeBase58Address(address);
      return base58 !== null && isUnspendablePayee({ kind: 'hash', hash: base58.hash });
    },
  };
}

function segwitOf(text: string, { segwit }: BitcoinPrefixes): SegwitAddress | null {
  return segwit === null ? null : decodeSegwitAddress(text, segwit);
}

function addressOfScript(script: Uint8Array, prefixes: BitcoinPrefixes): string | null {
  const payee = scriptPayee(script);
  if (payee === null) return null;
  if (payee.kind === 'witness') {
    const { version, program } = payee;
    const { segwit: prefix } = prefixes;
    return prefix === null ? null : encodeSegwitAddress({ prefix, version, program });
  }
  const { kind, hash } = payee;
  if (hash.length !== HASH160_BYTES) return null;
  const version = kind === 'keyHash' ? prefixes.keyHash : prefixes.scriptHash[0];
  return encodeBase58Address({ version, hash });
}
