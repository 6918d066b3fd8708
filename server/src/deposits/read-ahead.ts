// Reads a chain's next blocks while those before them are matched and stored: a node and a database take turns
// otherwise. What was read ahead is a guess that is checked when it is used, and nothing waits for it or fails by it.
import type { Block, Chain } from '../chains/chain.ts';

/** Blocks read in one run; the node's adapter ends a run earlier where they are large. */
export const BLOCKS_MAX = 50;

export interface BlockReader {
  /** The next blocks from a height upwards, none only above the tip. Throws ChainUnavailable. */
  next(fromHeight: number): Promise<readonly Block[]>;
  /**
   * Begins to read those from a height upwards, unless they are held. One run is held at most: until `next` is
   * asked for its height or a higher one. For a lower one it stays, as blocks that were not stored are asked for again.
   */
  begin(fromHeight: number): void;
}

/** Blocks are those of the best chain at the moment when `next` answers, as if they were read only then. */
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
      // Without an answer it is asked again by `next`, which tells what is wrong.
      const blocks = chain.blocks(fromHeight, BLOCKS_MAX).catch(() => []);
      ahead = { fromHeight, blocks };
    },
  };
}

/** They were read some time ago. The last one stands for those before it, which are joined to it by their hashes. */
async function areBest(chain: Chain, blocks: readonly Block[]): Promise<boolean> {
  const last = blocks.at(-1);
  return last !== undefined && (await chain.hashAt(last.height)) === last.hash;
}
