// When a payment was deep enough, where that was before we saw it: after an outage its invoice must not be late for
// what was not the payer's fault. A miner can write a false time into his block, so one block proves nothing: the
// newest of eleven counts (the block that made it deep enough and the ten before, as for the median time of Bitcoin's
// consensus, MEDIAN_TIME_SPAN). Each of the ten was really made before, so that dating a block back gains a payer no
// more than the time between two blocks; dating it forwards ends at the moment in which we saw it.
import type { Tx } from '../db/tx.ts';

const BLOCKS = 11;

/** SQL: of deposit `d`; null where the network's own finality decides (ETH_FINALITY), or a time is not known. */
const DEEP_AT = `(select case when count(b.time) = ${BLOCKS} then max(b.time) end
  from chain_cursors c join chain_blocks b on b.coin = c.coin
  where c.coin = d.coin and c.final_height is null
    and b.height > d.block_height + d.confirmations_required - 1 - ${BLOCKS}
    and b.height <= d.block_height + d.confirmations_required - 1)`;

/** Never later than it was. The times of the blocks are stored in the same transaction. */
export async function dateByBlocks(
  tx: Tx,
  facts: { coin: string; txids: readonly string[] },
): Promise<void> {
  if (facts.txids.length === 0) return;
  await tx.query(
    `update deposits d set confirmed_at = least(d.confirmed_at, ${DEEP_AT})
     where d.coin = $1 and d.txid = any($2::text[]) and d.status = 'confirmed'
       and d.booked_at is null and ${DEEP_AT} < d.confirmed_at`,
    [facts.coin, facts.txids],
  );
}
