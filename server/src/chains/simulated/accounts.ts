// The balance of each address on the best chain, on networks with balances (ETH, XRP, tokens). Updated as blocks join
// and leave the best chain. The caller holds the chain's lock (simulation.ts).
import type { SqlTx } from '../../db/database.ts';
import { byKey, OUTPUTS_MAX } from './read-payments.ts';
import { rulesOf } from './rules.ts';

/** SQL: what transactions `t` changed at each address. Spends by outside parties have no address. */
const moved = (which: string) => `
  select coin, address, sum(received) as received, sum(sent) as sent, sum(offered) as offered,
    sum(taken) as taken, sum(transfers) as transfers
  from (
    select t.coin, o.address, o.delivered as received, 0 as sent, 0 as offered, 0 as taken, 0 as transfers
    from simulation.transactions t
    cross join lateral (${byKey('outputs')} order by coin, txid, index limit ${OUTPUTS_MAX}) o
    where ${which} and not t.has_failed
    union all
    select t.coin, s.origin, 0, s.amount, t.fee, coalesce(t.taken, t.fee), 1
    from simulation.transactions t
    cross join lateral (${byKey('spends')} order by coin, txid, origin, number limit ${OUTPUTS_MAX}) s
    where ${which} and t.raw is not null) each
  group by coin, address order by coin, address`;

const OF_BLOCKS = moved('t.coin = $1 and t.block_hash = any($2::text[])');

/** The state of all accounts of coins, computed from scratch; the stored state must equal it. */
export const COUNTED_ACCOUNTS = moved('t.coin = any($1::text[]) and t.block_hash is not null');

/** Adds the effects of these blocks to the best chain, or (-1) removes them. */
export async function countBlocks(
  tx: SqlTx,
  coin: string,
  { hashes, sign }: { readonly hashes: readonly string[]; readonly sign: 1 | -1 },
): Promise<void> {
  if (rulesOf(coin).model !== 'sequence') return;
  await tx.query(
    `insert into simulation.accounts as a (coin, address, received, sent, offered, taken, transfers)
     select coin, address, $3 * received, $3 * sent, $3 * offered, $3 * taken, $3 * transfers
     from (${OF_BLOCKS}) m
     on conflict (coin, address) do update set received = a.received + excluded.received,
       sent = a.sent + excluded.sent, offered = a.offered + excluded.offered,
       taken = a.taken + excluded.taken, transfers = a.transfers + excluded.transfers`,
    [coin, hashes, sign],
  );
}
