// The balances of addresses on a simulated network with accounts, computed from its complete best chain: verifies the
// totals that the network stores.
import { networkCoins, type Simulation } from '../../../src/chains/simulated/simulation.ts';
import { accountFacts } from '../../../src/chains/simulated/wallet-view.ts';

/** The stored totals of an address and those from its history; `fees`: paid by its transfers, for a token. */
interface Account {
  readonly address: string;
  readonly balance: bigint;
  readonly nextNumber: number;
  readonly fees: bigint;
}

const HISTORY = `
  select a.address, received - case when $2 then sent else sent - offered + taken + of_tokens end as balance,
    coalesce(last + 1, $3::bigint) as "nextNumber", case when $2 then taken else 0 end as fees
  from (
    select distinct address from simulation.outputs where coin = $1
    union select s.origin from simulation.spends s join simulation.transactions t using (coin, txid)
      where coin = $1 and t.raw is not null) a(address),
  lateral (
    select coalesce(sum(o.delivered), 0) as received
    from simulation.outputs o join simulation.transactions t using (coin, txid)
    where o.coin = $1 and o.address = a.address and t.block_hash is not null and not t.has_failed) i,
  lateral (
    select coalesce(sum(s.amount), 0) as sent, coalesce(sum(t.fee), 0) as offered,
      coalesce(sum(coalesce(t.taken, t.fee)), 0) as taken
    from simulation.spends s join simulation.transactions t using (coin, txid)
    where s.coin = $1 and s.origin = a.address and t.block_hash is not null) s,
  lateral (
    select max(s.number) as last,
      coalesce(sum(coalesce(t.taken, t.fee)) filter (where s.coin <> $1), 0) as of_tokens
    from simulation.spends s join simulation.transactions t using (coin, txid)
    where s.coin = any($4::text[]) and s.origin = a.address and t.block_hash is not null) n
  order by a.address`;

export function accountsByHistory({ db, coin }: Simulation, first: number): Promise<Account[]> {
  return db.query<Account>(HISTORY, [
    coin.code,
    coin.feeCoin !== coin.code,
    first,
    networkCoins(coin.code),
  ]);
}

/** The same from the stored totals. */
export async function storedAccounts(
  { db, coin }: Simulation,
  addresses: readonly string[],
): Promise<Account[]> {
  const isToken = coin.feeCoin !== coin.code;
  const kept: Account[] = [];
  for (const address of addresses) {
    const { balance, confirmedSequence } = await accountFacts(db, coin.code, address);
    const [paid] = await db.query<{ taken: bigint }>(
      'select taken from simulation.accounts where coin = $1 and address = $2',
      [coin.code, address],
    );
    const fees = isToken ? (paid?.taken ?? 0n) : 0n;
    kept.push({ address, balance, nextNumber: confirmedSequence, fees });
  }
  return kept;
}
