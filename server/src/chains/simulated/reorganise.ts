// Replaces the last blocks with empty ones, one more than before. Transactions return to the mempool or vanish.
import { apiError } from '../../core/errors.ts';
import type { SqlTx } from '../../db/database.ts';
import type { BlockRef } from '../chain.ts';
import { mineOn } from './mine.ts';
import { operate, type Simulation, takeNumbers } from './simulation.ts';
import { countBlocks, evict } from './store-chain.ts';
import { dropUnfunded } from './unfunded.ts';

export interface ReorganisationRequest {
  /** The number of removed blocks. */
  readonly depth: number;
  /** True: the transactions of those blocks vanish, as when they were double-spent on the other fork. */
  readonly drop?: boolean;
}

/** Returns the new tip. Throws AppError when the chain is not that deep. */
export async function reorganise(
  simulation: Simulation,
  { depth, drop = false }: ReorganisationRequest,
): Promise<BlockRef> {
  const coin = simulation.coin.code;
  const tip = await operate(simulation, async (tx, chain) => {
    if (!Number.isSafeInteger(depth) || depth < 1 || depth > chain.height) {
      throw apiError('wrong_depth', { height: chain.height });
    }
    const height = chain.height - depth;
    const txids = await leaveBlocks(tx, coin, height);
    const own = await madeByBlocks(tx, coin, txids);
    const gone = drop ? txids : own;
    await returnToMempool(
      tx,
      coin,
      txids.filter((txid) => !gone.includes(txid)),
    );
    await evict(tx, coin, { txids: gone, replacedBy: null });
    await tx.query('update simulation.chains set height = $2 where coin = $1', [coin, height]);
    return mineOn(tx, {
      simulation,
      chain: { ...chain, height },
      count: depth + 1,
      withTransactions: false,
    });
  });
  simulation.log.debug({ coin, depth, drop, ...tip }, 'simulated reorganization');
  return tip;
}

/** Coinbase and extension-block outputs vanish with their block. */
async function madeByBlocks(tx: SqlTx, coin: string, txids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ txid: string }>(
    `select txid from simulation.transactions
     where coin = $1 and txid = any($2::text[]) and made_by is not null order by number`,
    [coin, txids],
  );
  return rows.map((row) => row.txid);
}

/** Returns the txids that the removed blocks held, oldest first. */
async function leaveBlocks(tx: SqlTx, coin: string, height: number): Promise<string[]> {
  const stale = await tx.query<{ hash: string }>(
    `update simulation.blocks set is_best = false
     where coin = $1 and height > $2 and is_best returning hash`,
    [coin, height],
  );
  const hashes = stale.map(({ hash }) => hash);
  await countBlocks(tx, coin, { hashes, sign: -1 });
  const rows = await tx.query<{ txid: string }>(
    `with freed as (
       update simulation.transactions t set block_hash = null
       from simulation.blocks b
       where t.coin = $1 and t.block_hash = any($2::text[]) and b.coin = $1 and b.hash = t.block_hash
       returning t.txid, t.number, b.height
     )
     select txid from freed order by height, number`,
    [coin, hashes],
  );
  const txids = rows.map((row) => row.txid);
  await dropUnfunded(tx, coin, txids);
  return txids;
}

/** New numbers make mempool followers see the transactions again. */
async function returnToMempool(tx: SqlTx, coin: string, txids: readonly string[]): Promise<void> {
  const first = await takeNumbers(tx, coin, txids.length);
  await tx.query(
    `update simulation.transactions t set mempool_number = $3::bigint + n.place - 1
     from unnest($2::text[]) with ordinality as n (txid, place)
     where t.coin = $1 and t.txid = n.txid`,
    [coin, txids, first],
  );
}
