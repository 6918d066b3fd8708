// Base58Check addresses: a version byte, a 20-byte hash and a checksum (en.bitcoin.it/wiki/Base58Check_encoding).
import { hash as digestOf } from 'node:crypto';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

export interface Base58Address {
  readonly version: number;
  /** 20 bytes. */
  readonly hash: Uint8Array;
}

/** Node's own SHA-256 is several times faster, and a block has thousands of addresses. */
const base58check = createBase58check((bytes: Uint8Array) => digestOf('sha256', bytes, 'buffer'));
/** 21 bytes and the checksum. Decoding time is quadratic in the length, so the length is bounded first. */
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/;

export const HASH160_BYTES = 20;

export function decodeBase58Address(text: string): Base58Address | null {
  if (!BASE58_TEXT.test(text)) return null;
  const bytes = decoded(text);
  const version = bytes?.[0];
  if (bytes?.length !== HASH160_BYTES + 1 || version === undefined) return null;
  return { version, hash: bytes.subarray(1) };
}

export function encodeBase58Address({ version, hash }: Base58Address): string {
  return base58check.encode(Uint8Array.of(version, ...hash));
}

function decoded(text: string): Uint8Array | null {
  try {
    return base58check.decode(text);
  } catch {
    return null;
  }
}

/** HASH160 of Bitcoin: RIPEMD-160 of SHA-256. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
