// Destination tags (XRP): one for each index, none twice, and none that a stranger could work out from others. Whoever
// knew which tags come next could pay them before they are handed out.
import { createHmac } from 'node:crypto';

const ROUNDS = [0, 1, 2, 3] as const;
const HALF_BITS = 16;
const HALF_MASK = 0xffff;

/**
 * A permutation of the 2^32 tags (a Feistel network of four rounds), keyed with what only the service knows of the
 * wallet: its extended public key, which is never on the chain. Neighbours have nothing in common, so that a slip of
 * the pen names nobody. Never 0, which payers' tools use for "no tag".
 */
export function tagMaker(extendedPublicKey: string): (index: number) => number {
  const permuted = (value: number) => {
    let [left, right] = [value >>> HALF_BITS, value & HALF_MASK];
    for (const round of ROUNDS)
      [left, right] = [right, left ^ mixed(extendedPublicKey, round, right)];
    return ((left << HALF_BITS) | right) >>> 0;
  };
  return (index) => {
    const tag = permuted(index + 1);
    // No index gives 0 to it, so its tag is free for the one whose tag would be 0.
    return tag === 0 ? permuted(0) : tag;
  };
}

function mixed(key: string, round: number, half: number): number {
  const digest = createHmac('sha256', key).update(`chaintill tag ${round} ${half}`).digest();
  return digest.readUInt16BE(0);
}
