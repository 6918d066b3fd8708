// Tokens that an output of BCH carries beside its coins (CHIP-2022-02 CashTokens): they stand before the script, behind
// a byte that no script begins with.
import { readTokenPrefix } from '@bitauth/libauth';
import type { CarriedToken } from '../coin.ts';

/** PREFIX_TOKEN, OP_SPECIAL_TOKEN_PREFIX in Bitcoin Cash Node. */
const PREFIX = 0xef;

/** Null when it begins like a token and is none: no node takes such an output into a block. */
export function splitTokenPrefix(
  bytes: Uint8Array,
): { readonly token: CarriedToken | null; readonly script: Uint8Array } | null {
  if (bytes[0] !== PREFIX) return { token: null, script: bytes };
  const read = readTokenPrefix({ bin: Uint8Array.from(bytes), index: 0 });
  if (typeof read === 'string' || read.result.token === undefined) return null;
  const { category, amount, nft } = read.result.token;
  const hex = (part: Uint8Array) => Buffer.from(part).toString('hex');
  return {
    token: {
      category: hex(category),
      amount: amount.toString(),
      nft:
        nft === undefined ? null : { capability: nft.capability, commitment: hex(nft.commitment) },
    },
    script: bytes.subarray(read.position.index),
  };
}
