// Compares the simulated chain's balances of our addresses with the books, to the last unit: proves that every network
// fee is posted once. Does not read what the service stored about its wallets and transfers.
import { rulesOf } from '../../src/chains/simulated/simulation.ts';
import { assetCode, type Coin } from '../../src/coins/coin.ts';
import type { Sql } from '../../src/db/database.ts';

export interface Balance {
  readonly coin: string;
  /** At our addresses, on the best chain. */
  readonly held: bigint;
  /** Of that, incoming money that is not in the books: the operator's own, and payments that wait for a person. */
  readonly unbooked: bigint;
  /** The balance in the books. */
  readonly booked: bigint;
}

/** What is missing in the books, or in the wallet (negative). */
export function offBy({ held, unbooked, booked }: Balance): bigint {
  return held - unbooked - booked;
}

/** The coins whose balances differ, for each asset on one network with everything confirmed. */
export async function walletDifferences(
  sql: Sql,
  coins: ReadonlyMap<string, Coin>,
  which: readonly string[],
): Promise<string[]> {
  const balances = await Promise.all(which.map((coin) => balanceOf(sql, coins, coin)));
  return balances
    .filter((balance) => offBy(balance) !== 0n)
    .map((balance) => `${balance.coin}: ${offBy(balance)} (${text(balance)})`);
}

const text = ({ held, unbooked, booked }: Balance) =>
  `held ${held}, unbooked ${unbooked}, booked ${booked}`;

async function balanceOf(
  sql: Sql,
  coins: ReadonlyMap<string, Coin>,
  coin: string,
): Promise<Balance> {
  const feeCoin = coins.get(coin)?.feeCoin;
  const family = [...coins.values()].filter((one) => one.feeCoin === feeCoin);
  const codes = family.map(({ code }) => code);
  const held =
    rulesOf(coin).model === 'outputs'
      ? await heldInOutputs(sql, coin)
      : await heldInAccounts(sql, { coin, codes, paysFees: feeCoin === coin });
  const [row] = await sql.query<Omit<Balance, 'coin' | 'held'>>(
    `select
       coalesce((select sum(o.delivered) from simulation.outputs o
         join simulation.transactions t using (coin, txid)
         where o.coin = $1 and t.raw is null and t.block_hash is not null and not t.has_failed
           and o.address in (select address from addresses where coin = any($2::text[]) and owner_id is not null)), 0)
       - coalesce((select sum(amount) from deposits d
         where d.coin = $1 and d.booked_at is not null and d.status <> 'reversed'), 0) as unbooked,
       coalesce((select -sum(balance) from ledger_accounts where kind = 'chain' and currency = $3), 0) as booked`,
    [coin, codes, assetCode(coin)],
  );
  return { coin, held, unbooked: row?.unbooked ?? 0n, booked: row?.booked ?? 0n };
}

async function heldInOutputs(sql: Sql, coin: string): Promise<bigint> {
  const [row] = await sql.query<{ held: bigint }>(
    `select coalesce(sum(o.delivered), 0) as held from simulation.outputs o
     join simulation.transactions t using (coin, txid)
     where o.coin = $1 and t.block_hash is not null
       and o.address in (select address from addresses where coin = $1 and owner_id is not null)
       and not exists (select 1 from simulation.spends s join simulation.transactions st using (coin, txid)
         where s.coin = o.coin and s.origin = o.txid and s.number = o.index and st.block_hash is not null)`,
    [coin],
  );
  return row?.held ?? 0n;
}

/** Of the coin that pays the fees of tokens, without those that their transfers paid. */
async function heldInAccounts(
  sql: Sql,
  { coin, codes, paysFees }: { coin: string; codes: readonly string[]; paysFees: boolean },
): Promise<bigint> {
  const [row] = await sql.query<{ held: bigint }>(
    `select coalesce(sum(case
         when coin = $1 then received - sent + case when $3 then offered - taken else 0 end
         when $3 then -taken else 0 end), 0) as held
     from simulation.accounts
     where coin = any($2::text[])
       and address in (select address from addresses where coin = any($2::text[]) and owner_id is not null)`,
    [coin, codes, paysFees],
  );
  return row?.held ?? 0n;
}
