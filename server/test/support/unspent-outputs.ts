// The unspent outputs of addresses of the bitcoind family on a simulated chain, computed from their full history for
// proofs.
import type { Outpoint } from '../../src/chains/simulated/raw-transfer.ts';
import type { Sql } from '../../src/db/database.ts';

/** An output that nothing on the best chain or in the mempool spends. */
export interface UnspentOutput extends Outpoint {
  readonly address: string;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
  /** Height of its block; null while it is in the mempool. */
  readonly height: number | null;
}

/** The unspent outputs of addresses, oldest first, at most `limit`. BTC, LTC, BCH. */
export function unspentOutputs(
  sql: Sql,
  coin: string,
  requested: { addresses: readonly string[]; limit: number },
): Promise<UnspentOutput[]> {
  return sql.query<UnspentOutput>(
    `select o.txid, o.index, o.address, o.delivered "amount", b.height
     from simulation.outputs o
     join simulation.transactions t using (coin, txid)
     left join simulation.blocks b on b.coin = t.coin and b.hash = t.block_hash
     where o.coin = $1 and o.address = any($2)
       and (t.mempool_number is not null or t.block_hash is not null)
       and not exists (
         select 1 from simulation.spends s join simulation.transactions st using (coin, txid)
         where s.coin = o.coin and s.origin = o.txid and s.number = o.index
           and (st.mempool_number is not null or st.block_hash is not null))
     order by t.number, o.index
     limit $3`,
    [coin, requested.addresses, requested.limit],
  );
}
