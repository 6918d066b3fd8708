// RIPEMD-160 of SHA-256: what pay-to-key-hash addresses of the Bitcoin family hold (Bitcoin's
// HASH160). Used by the codecs of the bitcoind family.
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

export const HASH160_BYTES = 20;

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes));
}
