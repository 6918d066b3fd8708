// Addresses of BTC and LTC, which differ only in their prefixes: parses every form that can be paid, and creates our
// own (P2WPKH, BIP-84).
import { isAddressText } from './address-text.ts';
import {
  decodeBase58Address,
  encodeBase58Address,
  HASH160_BYTES,
  hash160,
} from './base58-address.ts';
import { scriptPayee } from './script-payee.ts';
import { decodeSegwitAddress, encodeSegwitAddress } from './segwit-address.ts';
import { isUnspendablePayee } from './unspendable-payee.ts';

/** The prefixes that distinguish the addresses of a coin and network. */
export interface BitcoinPrefixes {
  /** Human-readable part of segwit addresses. */
  readonly segwit: string;
  /** Base58 version byte of P2PKH. */
  readonly keyHash: number;
  /** Base58 version bytes of P2SH; the first is the canonical one, the others are only parsed. */
  readonly scriptHash: readonly [number, ...number[]];
  /** Highest witness version that can be paid. */
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

/** The canonical address that an output script pays; null when there is none. */
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
