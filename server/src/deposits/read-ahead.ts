// Prefetches a chain's next blocks while the previous ones are stored. Prefetched blocks are verified before use.
import type { Block, Chain } from '../chains/chain.ts';

/** Per run. The node's adapter ends a run earlier when blocks are large. */
export const BLOCKS_MAX = 50;

export interface BlockReader {
  /** From a height upward; empty above the tip. Throws ChainUnavailable. */
  next(fromHeight: number): Promise<readonly Block[]>;
  /** At most one run is held, until `next` is called with its height or a higher one. */
  begin(fromHeight: number): void;
}

/** Returned blocks are in the best chain at the time when `next` resolves. */
export function blockReader(chain: Chain): BlockReader {
  let ahead: { readonly fromHeight: number; readonly blocks: Promise<readonly Block[]> } | null =
    null;
  return {
    async next(fromHeight) {
      const held = ahead;
      if (held !== null && held.fromHeight <= fromHeight) ahead = null;
      const blocks = held?.fromHeight === fromHeight ? await held.blocks : [];
      return (await areBest(chain, blocks)) ? blocks : chain.blocks(fromHeight, BLOCKS_MAX);
    },
    begin(fromHeight) {
      if (ahead?.fromHeight === fromHeight) return;
      // After a failure, `next` requests the blocks again and reports the error.
      const blocks = chain.blocks(fromHeight, BLOCKS_MAX).catch(() => []);
      ahead = { fromHeight, blocks };
    },
  };
}

/** Checking the last one is enough, because the others are linked by hash. */
async function areBest(chain: Chain, blocks: readonly Block[]): Promise<boolean> {
  const last = blocks.at(-1);
  return last !== undefined && (await chain.hashAt(last.height)) === last.hash;
}
