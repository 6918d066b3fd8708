// The same few blocks of a real node repeatedly, each time with a new height and hash: a chain long enough to measure
// how fast the service catches up. Every call except the mempool's goes to the node.
import type { Block, Chain } from '../../server/src/chains/chain.ts';

export interface Repeated {
  /** Height of the first of the blocks on the node, and the number of consecutive blocks. */
  readonly first: number;
  readonly count: number;
  /** Blocks of the chain, which starts at height 1. */
  readonly length: number;
}

/** The parent of block 1. */
export const BEGINNING = { height: 0, hash: hashOf(0) };

export function repeatedChain(chain: Chain, { first, count, length }: Repeated): Chain {
  const onNode = (height: number) => first + ((height - 1) % count);
  return {
    ...chain,
    async tip() {
      await chain.tip();
      return { height: length, hash: hashOf(length) };
    },
    async hashAt(height) {
      if (height > length || (await chain.hashAt(onNode(height))) === null) return null;
      return hashOf(height);
    },
    async blocks(fromHeight, wanted) {
      const end = Math.min(fromHeight + wanted - 1, length);
      if (fromHeight > end) return [];
      const last = Math.min(end, fromHeight + first + count - 1 - onNode(fromHeight));
      const blocks = await chain.blocks(onNode(fromHeight), last - fromHeight + 1);
      return blocks.map((block, n) => renamed(block, fromHeight + n));
    },
    mempool: async () => ({ payments: [], spends: [], isWhole: true }),
  };
}

function renamed(block: Block, height: number): Block {
  return { ...block, height, hash: hashOf(height), parentHash: hashOf(height - 1) };
}

function hashOf(height: number): string {
  return `repeated-${height}`;
}
