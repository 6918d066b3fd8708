// Where the watching of a chain begins. A new wallet has no history, so usually at the present tip; but
// when addresses were handed out while the node could not be asked, at a block from before the first.
import type { App } from '../app.ts';
import type { BlockRef, Chain } from '../chains/chain.ts';
import { HOUR } from '../core/clock.ts';

/** A block's time may be this far from when it was made (Bitcoin Core, MAX_FUTURE_BLOCK_TIME). */
const BLOCK_TIME_SLACK = 2 * HOUR;

/** Blocks whose hashes are stored at the start, so that a reorganisation right after it finds its fork. */
const HASHES_AT_START = 64;
const AT_ONCE = 8;

/** The hashes of the blocks up to the one at which watching begins, oldest first. */
export async function hashesUpTo(chain: Chain, start: BlockRef): Promise<BlockRef[]> {
  const first = Math.max(start.height - HASHES_AT_START, 0);
  const found: BlockRef[] = [];
  for (let height = first; height < start.height; height += AT_ONCE) {
    const heights = Array.from({ length: AT_ONCE }, (_, n) => height + n);
    const group = heights.filter((item) => item < start.height);
    const hashes = await Promise.all(group.map((item) => chain.hashAt(item)));
    hashes.forEach((hash, n) => {
      if (hash !== null) found.push({ height: height + n, hash });
    });
  }
  return [...found, start];
}

export async function findStart(app: App, chain: Chain): Promise<BlockRef> {
  const tip = await chain.tip();
  const rows = await app.db.query<{ first: Date | null }>(
    'select min(assigned_at) as first from addresses where coin = $1',
    [chain.coin],
  );
  const first = rows[0]?.first ?? null;
  return first === null ? tip : lastBefore(chain, tip, first.getTime() - BLOCK_TIME_SLACK);
}

/** A block older than `time`, found by steps that double; block 0 when there is none. */
async function lastBefore(chain: Chain, tip: BlockRef, time: number): Promise<BlockRef> {
  for (let back = 1; ; back *= 2) {
    const height = Math.max(tip.height - back, 0);
    const [block] = await chain.blocks(height, 1);
    if (block === undefined) return tip;
    if (block.time < time || height === 0) return { height, hash: block.hash };
  }
}
