// What a node knows of an address's money: unspent outputs, or balance and next sequence number. For
// whoever builds transfers on the simulated network, and for the rules of `submit`.
import type { Coin } from '../../coins/coin.ts';
import type { Sql } from '../../db/database.ts';
import type { Outpoint } from './raw-transfer.ts';
import { rulesOf } from './rules.ts';

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

/** What outputs hold, in their order; null for one that is spent on the best chain, or unknown. BTC, LTC, BCH. */
export async function amountsOfOutputs(
  sql: Sql,
  coin: string,
  outputs: readonly Outpoint[],
): Promise<(bigint | null)[]> {
  const rows = await sql.query<{ place: number; amount: bigint }>(
    `select i.place::int, o.delivered "amount"
     from unnest($2::text[], $3::bigint[]) with ordinality as i (txid, index, place)
     join simulation.outputs o on o.coin = $1 and o.txid = i.txid and o.index = i.index
     join simulation.transactions t on t.coin = o.coin and t.txid = o.txid
       and (t.mempool_number is not null or t.block_hash is not null)
     where not exists (
       select 1 from simulation.spends s join simulation.transactions st using (coin, txid)
       where s.coin = o.coin and s.origin = o.txid and s.number = o.index
         and st.block_hash is not null)`,
    [coin, outputs.map((output) => output.txid), outputs.map((output) => output.index)],
  );
  const byPlace = new Map(rows.map((row) => [row.place, row.amount]));
  return outputs.map((_output, n) => byPlace.get(n + 1) ?? null);
}

/** An account as the network sees it. ETH, XRP. */
export interface AccountFacts {
  /** Confirmed money, in the smallest unit. */
  readonly balance: bigint;
  /** What its unconfirmed transfers will take from that, fees included. */
  readonly pending: bigint;
  /** The sequence number after its last confirmed transfer. */
  readonly confirmedSequence: number;
  /** The sequence number after its last transfer, unconfirmed ones included, where no number is left out. */
  readonly nextSequence: number;
}

/** The account of an address; an address that the chain has never seen has an empty one. */
export async function accountFacts(sql: Sql, coin: string, address: string): Promise<AccountFacts> {
  const received = await receivedBy(sql, coin, address);
  const sent = await confirmedSpends(sql, coin, address);
  const waiting = await pendingSpends(sql, coin, address);
  const confirmedSequence = (sent.last ?? rulesOf(coin).firstSequence - 1) + 1;
  let nextSequence = confirmedSequence;
  for (const spend of waiting) if (spend.number === nextSequence) nextSequence++;
  return {
    balance: received - sent.total,
    pending: waiting.reduce((sum, { amount }) => sum + amount, 0n),
    confirmedSequence,
    nextSequence,
  };
}

/** What an address can pay a token's fees with: the coin of fees, less what the token's own transfers took of it. */
export async function feeFunds(
  sql: Sql,
  { code, feeCoin }: Pick<Coin, 'code' | 'feeCoin'>,
  address: string,
): Promise<Pick<AccountFacts, 'balance' | 'pending'>> {
  const held = await accountFacts(sql, feeCoin, address);
  const [row] = await sql.query<{ taken: bigint; pending: bigint }>(
    `select coalesce(sum(coalesce(t.taken, t.fee)) filter (where t.block_hash is not null), 0) "taken",
       coalesce(sum(t.fee) filter (where t.mempool_number is not null), 0) "pending"
     from simulation.spends s join simulation.transactions t using (coin, txid)
     where s.coin = $1 and s.origin = $2`,
    [code, address],
  );
  return { balance: held.balance - (row?.taken ?? 0n), pending: row?.pending ?? 0n };
}

async function receivedBy(sql: Sql, coin: string, address: string): Promise<bigint> {
  const [row] = await sql.query<{ total: bigint }>(
    `select coalesce(sum(o.delivered), 0) "total"
     from simulation.outputs o join simulation.transactions t using (coin, txid)
     where o.coin = $1 and o.address = $2 and t.block_hash is not null and not t.has_failed`,
    [coin, address],
  );
  return row?.total ?? 0n;
}

async function confirmedSpends(
  sql: Sql,
  coin: string,
  address: string,
): Promise<{ total: bigint; last: number | null }> {
  const [row] = await sql.query<{ total: bigint; last: number | null }>(
    `select coalesce(sum(s.amount - ${rulesOf(coin).isToken ? '0' : 't.fee + coalesce(t.taken, t.fee)'}), 0) "total",
       max(s.number) "last"
     from simulation.spends s join simulation.transactions t using (coin, txid)
     where s.coin = $1 and s.origin = $2 and t.block_hash is not null`,
    [coin, address],
  );
  return row ?? { total: 0n, last: null };
}

function pendingSpends(
  sql: Sql,
  coin: string,
  address: string,
): Promise<{ number: number; amount: bigint }[]> {
  return sql.query(
    `select s.number, s.amount
     from simulation.spends s join simulation.transactions t using (coin, txid)
     where s.coin = $1 and s.origin = $2 and t.mempool_number is not null
     order by s.number`,
    [coin, address],
  );
}
