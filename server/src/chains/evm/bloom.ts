// The filter in a block's header that says which contracts and events may be in it: 2048 bits, three for each address
// and topic (Ethereum yellow paper, 4.3.1, "M3:2048"). It never misses one, so an answer without events can be doubted.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

const BLOOM_BYTES = 256;
const BITS = BLOOM_BYTES * 8;

/** Whether all of these (hex with 0x) may be in the block. */
export function mayHold(bloom: string, entries: readonly string[]): boolean {
  const bytes = hexToBytes(bloom.slice(2));
  return entries.every((entry) => bitsOf(entry).every((bit) => isSet(bytes, bit)));
}

/** The low eleven bits of the first three pairs of bytes of its hash. */
function bitsOf(entry: string): number[] {
  const hash = keccak_256(hexToBytes(entry.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BITS);
}

function isSet(bytes: Uint8Array, bit: number): boolean {
  const byte = bytes[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0;
  return ((byte >> (bit & 7)) & 1) === 1;
}
