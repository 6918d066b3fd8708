// A simulated node's view of outputs and accounts, for building transfers and for the rules of `submit`.
import type { Coin } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { sumOf } from '../../core/group.ts';
import type { Sql } from '../../db/database.ts';
import type { Outpoint } from './raw-transfer.ts';
import { networkCoins, rulesOf } from './simulation.ts';

/** In order; null for an output that is spent on the best chain, or unknown. */
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

/** ETH, XRP. */
export interface AccountFacts {
  /** Confirmed, in the smallest unit. */
  readonly balance: bigint;
  /**
   * What unconfirmed transfers will take from the balance, fees included. Like geth (`ExistingExpenditure` in
   * core/txpool/legacypool) and rippled's open ledger, counts only nonces or sequences that follow the confirmed one
   * without a gap.
   */
  readonly pending: bigint;
  /** After the last confirmed transfer. */
  readonly confirmedSequence: number;
  /** After the last transfer, unconfirmed ones included, up to the first gap. */
  readonly nextSequence: number;
}

/** Empty for an address that the chain has never seen. */
export async function accountFacts(sql: Sql, coin: string, address: string): Promise<AccountFacts> {
  const [account] = await confirmedAccounts(sql, coin, [address]);
  const { balance, confirmedSequence } = defined(account, 'one account for each address');
  const waiting = await pendingSpends(sql, { coin, address, from: confirmedSequence });
  const executable: PendingSpend[] = [];
  for (const spend of waiting)
    if (spend.number === confirmedSequence + executable.length) executable.push(spend);
  return {
    balance,
    pending: sumOf(executable, (spend) => takenBy(spend, coin)),
    confirmedSequence,
    nextSequence: confirmedSequence + executable.length,
  };
}

/** A token's fee is taken from the coin that fees are paid in. */
function takenBy(spend: PendingSpend, coin: string): bigint {
  if (spend.coin === coin) return spend.amount;
  return rulesOf(coin).isToken ? 0n : spend.fee;
}

/** The balance in the fee coin, minus the fees of pending token transfers. */
export async function feeFunds(
  sql: Sql,
  { feeCoin }: Pick<Coin, 'feeCoin'>,
  address: string,
): Promise<Pick<AccountFacts, 'balance' | 'pending'>> {
  const { balance, pending } = await accountFacts(sql, feeCoin, address);
  return { balance, pending };
}

export interface ConfirmedAccount {
  readonly address: string;
  readonly balance: bigint;
  readonly confirmedSequence: number;
}

/** Balances on the best chain, in order. Includes the ETH that token transfers took. */
export async function confirmedAccounts(
  sql: Sql,
  coin: string,
  addresses: readonly string[],
): Promise<ConfirmedAccount[]> {
  const { isToken, firstSequence } = rulesOf(coin);
  const rows = await sql.query<{ address: string; balance: bigint; transfers: number }>(
    `select asked.address,
       coalesce(sum(received - sent) filter (where coin = $1), 0)
         + case when $4 then 0 else coalesce(sum(offered) filter (where coin = $1), 0) - coalesce(sum(taken), 0) end
         as balance,
       coalesce(sum(transfers), 0)::int as transfers
     from unnest($2::text[]) with ordinality as asked (address, place)
     left join simulation.accounts a on a.address = asked.address and a.coin = any($3::text[])
     group by asked.place, asked.address order by asked.place`,
    [coin, addresses, networkCoins(coin), isToken === true],
  );
  return rows.map(({ address, balance, transfers }) => ({
    address,
    balance,
    confirmedSequence: firstSequence + transfers,
  }));
}

/** Their nonces or sequences are after those on the best chain. */
function pendingSpends(
  sql: Sql,
  { coin, address, from }: { coin: string; address: string; from: number },
): Promise<PendingSpend[]> {
  return sql.query(
    `select s.coin, s.number, s.amount, t.fee
     from simulation.spends s join simulation.transactions t using (coin, txid)
     where s.coin = any($1::text[]) and s.origin = $2 and s.number >= $3 and t.mempool_number is not null
     order by s.number`,
    [networkCoins(coin), address, from],
  );
}

interface PendingSpend {
  readonly coin: string;
  readonly number: number;
  readonly amount: bigint;
  readonly fee: bigint;
}
