// Handles a reorganization: the cursor goes back to the last common block, and deposits in orphaned blocks lose their
// block. A deposit that is not credited becomes pending. A credited one keeps its status while the chain is searched
// for it (unallocated.ts), because a transaction nearly always returns in another block.
import type { App } from '../app.ts';
import type { BlockRef, Chain } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { lockLedgers } from '../ledger/post.ts';
import { HASHES_STORED, moveCursor } from './cursor.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { notifyOwners } from './record-deposits.ts';
import { removeUnknownTokens } from './unknown-tokens.ts';

/** The newest block that we share with the node. */
export async function forkHeight(app: App, chain: Chain, cursor: BlockRef): Promise<number> {
  const stored = await app.db.query<BlockRef>(
    'select height, hash from chain_blocks where coin = $1 and height <= $2 order by height desc limit $3',
    [chain.coin, cursor.height, HASHES_STORED + 1],
  );
  for (const block of stored) {
    if ((await chain.hashAt(block.height)) === block.hash) return block.height;
  }
  throw new Error(
    `the ${chain.coin} node shares none of the last ${stored.length} blocks with us: it follows another chain`,
  );
}

export async function rollBack(
  app: App,
  { coin, cursor, height }: { coin: Coin; cursor: BlockRef; height: number },
): Promise<void> {
  app.measures.reorganised({ coin: coin.code, blocks: cursor.height - height });
  app.log.warn({ coin: coin.code, from: cursor.height, to: height }, 'chain reorganized');
  const affected = await app.db.query<{ project_id: string | null }>(
    'select distinct project_id from deposits where coin = $1 and block_height > $2',
    [coin.code, height],
  );
  await app.db.transaction(async (tx) => {
    await lockLedgers(
      tx,
      affected.map((row) => row.project_id),
    );
    const lost = await tx.query<DepositRow>(
      `update deposits set block_height = null, block_hash = null, lost_height = $2,
         status = case when status = 'confirmed' and credited_at is null then 'pending' else status end
       where coin = $1 and block_height > $2 returning ${DEPOSIT_COLUMNS}`,
      [coin.code, height],
    );
    const blocks = await tx.query<BlockRef>(
      'select height, hash from chain_blocks where coin = $1 and height = $2',
      [coin.code, height],
    );
    await removeUnknownTokens(tx, coin.code, height);
    await tx.query('delete from chain_blocks where coin = $1 and height > $2', [coin.code, height]);
    await moveCursor(tx, {
      coin: coin.code,
      from: cursor,
      to: defined(blocks[0], 'the fork block is stored'),
      areSpendsChecked: true,
    });
    await tx.instance.reactions.blocksRemoved(tx, { coin: coin.code, above: height });
    await notifyOwners(tx, lost);
  });
}
