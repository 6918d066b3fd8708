// The balances of the wallets, as on the chain: unconfirmed transfers keep their inputs and have no change.
import type { App } from '../../app.ts';
import type { Sql } from '../../db/database.ts';
import { STILL_THERE } from './kept-tokens.ts';

export interface Holding {
  readonly coin: string;
  /** In the smallest unit. */
  readonly held: bigint;
}

/** SQL, by coin: the unspent outputs that we may sign for, less those of unconfirmed transfers. */
const OUTPUTS = `select coin, sum(amount) as amount from (
    select coin, amount from wallet_output_sums
    union all
    select o.coin, -o.amount from transfers t
    join wallet_outputs o on o.coin = t.coin and o.txid = t.txid
    where t.status <> 'confirmed' and o.status in ('unspent', 'reserved')) parts
  group by coin`;

/**
 * Posted deposits that are not in the wallet yet: because of their risk, a person's decision, their token, or until the
 * next poll. A sender's balance includes a deposit once the network was queried after its block.
 */
const ENTERING = `coalesce((select sum(amount) from deposits d where d.coin = c.coin
  and d.booked_at is not null and d.block_height is not null and not d.is_in_wallet
  and (d.token is null or ${STILL_THERE})
  and not exists (select 1 from wallet_senders s
    where s.coin = d.coin and s.address = d.address and s.checked_height >= d.block_height)), 0)`;

/** Deposits that entered the wallet, at addresses whose balance does not reflect them yet. */
const ARRIVING = `coalesce((select sum(arriving) from wallet_senders s
  where s.coin = c.coin and s.touched > s.known), 0)`;

/**
 * The fee funds of token addresses, each address once. A payment of the fee coin itself to one of them (the payer chose
 * the wrong asset) counts as a deposit; once it enters, the address is one of the coin's own.
 */
const FOR_FEES = `coalesce((select sum(g.fee_balance - coalesce((select sum(d.amount) from deposits d
    where d.coin = c.coin and d.address = g.address and d.address like '0x%'
      and d.block_height <= g.fee_checked_height), 0))
  from (select distinct on (s.address) s.address, s.fee_balance, s.fee_checked_height
    from wallet_senders s join coins t on t.coin = s.coin
    where t.fee_coin = c.coin and t.coin <> c.coin and s.fee_balance > 0
      and not exists (select 1 from wallet_senders o
        where o.coin = c.coin and o.address = s.address and o.checked_height > 0)
    order by s.address, s.fee_checked_height desc) g), 0)`;

/**
 * Money that needs a decision, was rejected as too risky, or carries a token is held but not spendable. Emptied
 * addresses are numerous and are not read.
 */
export function walletHoldings(sql: Sql, { coins }: Pick<App, 'coins'>): Promise<Holding[]> {
  return sql.query<Holding>(
    `with coins as (select * from unnest($1::text[], $2::text[]) as c(coin, fee_coin)),
       outputs as materialized (${OUTPUTS})
     select c.coin,
       coalesce((select amount from outputs o where o.coin = c.coin), 0)
       + coalesce((select sum(balance) from wallet_senders s where s.coin = c.coin and s.balance > 0), 0)
       + ${FOR_FEES} + ${ARRIVING} + ${ENTERING} as held
     from coins c order by c.coin`,
    [[...coins.keys()], [...coins.values()].map((coin) => coin.feeCoin)],
  );
}

/** Each statement that changes outputs stores its difference. This replaces all differences with one row per coin. */
export async function sumUpOutputs(sql: Sql): Promise<void> {
  await sql.query(
    `with parts as (delete from wallet_output_sums returning coin, amount, reserved, pieces)
     insert into wallet_output_sums (coin, amount, reserved, pieces)
     select coin, sum(amount), sum(reserved), sum(pieces) from parts group by coin`,
  );
}

/** The stored sums must equal these. */
export const COUNTED_OUTPUTS = `select coin, sum(amount) as amount,
    coalesce(sum(amount) filter (where status = 'reserved'), 0) as reserved,
    count(*) filter (where status = 'unspent') as pieces
  from wallet_outputs where status in ('unspent', 'reserved') group by coin`;

/** None, unless the database was changed by hand. */
export function wrongOutputSums(sql: Sql): Promise<{ coin: string; offBy: string }[]> {
  return sql.query(
    `select coin, sum(amount)::text as "offBy" from (
       select coin, amount, reserved, pieces from wallet_output_sums
       union all
       select coin, -amount, -reserved, -pieces from (${COUNTED_OUTPUTS}) counted) both_sides
     group by coin having sum(amount) <> 0 or sum(reserved) <> 0 or sum(pieces) <> 0 order by coin`,
  );
}
