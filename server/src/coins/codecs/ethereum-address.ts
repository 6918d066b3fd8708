// Addresses of the evm family in lower case, as on the wire. Mixed case must match the EIP-55 checksum.
import { secp256k1 } from '@bitauth/libauth';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const ADDRESS = /^0x([0-9a-fA-F]{40})$/;
const ADDRESS_BYTES = 20;

/** Lower case; null when the text is no address, or its mixed case does not match the checksum. */
export function parseEthereumAddress(text: string): string | null {
  const hex = ADDRESS.exec(text)?.[1];
  if (hex === undefined) return null;
  const lower = hex.toLowerCase();
  const isUnmixed = hex === lower || hex === hex.toUpperCase();
  return isUnmixed || hex === withChecksum(lower) ? `0x${lower}` : null;
}

export function ethereumAddressOf(publicKey: Uint8Array): string {
  const point = secp256k1.uncompressPublicKey(publicKey);
  if (typeof point === 'string') throw new Error(`not a public key: ${point}`);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-ADDRESS_BYTES))}`;
}

/** EIP-55: a letter is upper case where the hash of the lower-case text has a digit of 8 or more. */
function withChecksum(lower: string): string {
  const digits = bytesToHex(keccak_256(new TextEncoder().encode(lower)));
  return [...lower].map((c, i) => ((digits[i] ?? '0') >= '8' ? c.toUpperCase() : c)).join('');
}
