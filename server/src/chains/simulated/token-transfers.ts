// Token contracts of a simulated network that no coin is defined for: anyone can deploy one, and its events can claim
// transfers to any address.
import { groupBy } from '../../core/group.ts';
import type { TokenTransfer } from '../chain.ts';
import { rulesOf, simulatedHash } from './rules.ts';
import { operate, type Simulation, takeNumbers } from './simulation.ts';
import { insertForeignSpends, insertTransactions } from './store-chain.ts';

export type ClaimedTransfer = Omit<TokenTransfer, 'txid'>;

/**
 * Broadcasts one transaction whose contracts claim these transfers, each to a canonical address, and returns its txid.
 */
export async function claimTransfers(
  simulation: Simulation,
  transfers: readonly ClaimedTransfer[],
): Promise<string> {
  const { coin, clock } = simulation;
  return operate(simulation, async (tx, { seed }) => {
    const number = await takeNumbers(tx, coin.code, 1);
    const txid = simulatedHash(coin.code, seed, number);
    const origin = `payer of ${txid}`;
    const { normalFee: fee, firstSequence } = rulesOf(coin.code);
    await insertTransactions(tx, coin.code, [
      {
        ...{ txid, number, fee, firstSeenAt: clock.now(), sources: [origin], raw: null },
        ...{ isStuck: false, hasFailed: false },
      },
    ]);
    await tx.query(
      `insert into simulation.token_transfers (coin, txid, index, contract, address, amount)
       select $1, $2, n.place - 1, n.contract, n.address, n.amount
       from unnest($3::text[], $4::text[], $5::numeric[]) with ordinality
         as n (contract, address, amount, place)`,
      [
        coin.code,
        txid,
        transfers.map(({ contract }) => contract),
        transfers.map(({ address }) => address),
        transfers.map(({ amount }) => amount),
      ],
    );
    await insertForeignSpends(tx, coin.code, [{ txid, origin, number: firstSequence }]);
    return txid;
  });
}

/** The transfers of each block, in order: one for each contract, transaction and address. */
export async function readTokenTransfers(
  { db, coin }: Simulation,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly TokenTransfer[]>> {
  if (coin.nodes.family !== 'evm' || coin.token !== null) return new Map();
  const rows = await db.query<TokenTransfer & { readonly hash: string }>(
    `select t.block_hash "hash", t.txid, c.contract, c.address, sum(c.amount) "amount"
     from simulation.token_transfers c join simulation.transactions t using (coin, txid)
     where t.coin = $1 and t.block_hash = any($2::text[]) and not t.has_failed
     group by t.block_hash, t.number, t.txid, c.contract, c.address
     order by t.number, min(c.index)`,
    [coin.code, hashes],
  );
  return groupBy(rows, ({ hash }) => hash);
}
