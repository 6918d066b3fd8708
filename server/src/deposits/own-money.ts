// Money from our own wallet that a database rollback lost: it is never a customer's deposit.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';

/** For each payment, whether one of our addresses funded it, no matter who owns that address. */
export async function ownAmong(
  app: App,
  coinCode: string,
  sources: readonly (readonly string[])[],
): Promise<boolean[]> {
  const coin = defined(app.knownCoins.get(coinCode), 'the coin is registered');
  // Coins of one network share addresses: ether pays the fees of tokens.
  const coins = [...app.knownCoins.values()].filter(({ feeCoin }) => feeCoin === coin.feeCoin);
  const rows = await app.db.query<{ address: string }>(
    `select t.address from (select distinct unnest($2::text[]) as address) t
     where exists (select 1 from addresses a where a.coin = any($1::text[]) and a.address = t.address)`,
    [coins.map(({ code }) => code), sources.flat()],
  );
  const own = new Set(rows.map(({ address }) => address));
  return sources.map((list) => list.some((address) => own.has(address)));
}

/** A withdrawal may pay an address of ours that has no owner. Then the money is not the wallet's. */
const IS_PAYOUT = `exists (select 1 from transfers f
    join transfer_payments p on p.coin = f.coin and p.transfer_id = f.id
    where f.coin = d.coin and f.txid = d.txid
      and (f.sender is not null or p.output_index = d.output_index))`;
const IS_OURS = `(t.is_own and d.owner_id is null and d.is_unmatched and d.booked_at is null and not ${IS_PAYOUT})`;

/** For the update of a deposit `d` with `t.is_own`: an unmatched deposit becomes the wallet's. */
export const TAKEN_BACK = `
  owner_type = case when ${IS_OURS} then 'treasury' else d.owner_type end,
  owner_id = case when ${IS_OURS} then d.id else d.owner_id end,
  project_id = case when ${IS_OURS} then null else d.project_id end,
  is_unmatched = d.is_unmatched and not (${IS_OURS})`;
