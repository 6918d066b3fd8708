// Where the watching of a chain begins. A new wallet has no history, so usually at the present tip; but
// when addresses were handed out while the node could not be asked, at a block from before the first.
import type { App } from '../app.ts';
import { type BlockRef, type Chain, ChainUnavailable } from '../chains/chain.ts';
import { formatTime, HOUR, MINUTE } from '../core/clock.ts';

/** A block's time may be this far from when it was made (Bitcoin Core, MAX_FUTURE_BLOCK_TIME). */
const BLOCK_TIME_SLACK = 2 * HOUR;
/** Close times of ledgers are rounded to at most two minutes (xrpl.org, "Ledger Close Times"). */
const FINAL_TIME_SLACK = 3 * MINUTE;

/** Blocks whose hashes are stored at the start, so that a reorganisation right after it finds its fork. */
const HASHES_AT_START = 64;
const AT_ONCE = 8;

/** The hashes of the blocks up to the one at which watching begins, oldest first. */
export async function hashesUpTo(chain: Chain, start: BlockRef): Promise<BlockRef[]> {
  if (chain.isFinal) return [start];
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
  const slack = chain.isFinal ? FINAL_TIME_SLACK : BLOCK_TIME_SLACK;
  return first === null ? tip : lastBefore(chain, tip, first.getTime() - slack);
}

/**
 * A block older than `time`, found by steps that double; block 0 when there is none. A node that has not kept
 * blocks so old is not enough: payments in the others would never be seen.
 */
async function lastBefore(chain: Chain, tip: BlockRef, time: number): Promise<BlockRef> {
  const oldest = (await chain.oldest?.()) ?? 0;
  for (let back = 1; ; back *= 2) {
    const height = Math.max(tip.height - back, oldest);
    const [block] = await chain.blocks(height, 1);
    if (block === undefined) return tip;
    if (block.time < time || height === 0) return { height, hash: block.hash };
    if (height > oldest) continue;
    throw new ChainUnavailable(
      `the ${chain.coin} node has blocks from ${height} on, and addresses were given out before that one: ` +
        `it must have those since ${formatTime(new Date(time))}`,
    );
  }
}
