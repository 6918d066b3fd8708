// Coins are never sent to an address of this service: that would cost a network fee to move nothing, and
// XRP's network refuses it (xrpl.org, "tem codes": temREDUNDANT). Coins of one network share their addresses, and each
// address is watched for one of them: what another one brings to it would be seen by nobody.
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { invalid, rule } from '../core/errors.ts';
import { batched } from '../workers/batcher.ts';

const BATCH_MAX = 64;
const isOwnBatched = batched<string, boolean>({ batchMax: BATCH_MAX, write: findOwn });

/** Errors: 422 `invalid`, detail `own_address` on `target`, whatever the tag and whosever the address. */
export async function refuseOwnAddress(
  app: App,
  coin: Coin,
  facts: { destination: Destination; target: string },
): Promise<void> {
  if (await isOwnAddress(app, coin, facts.destination))
    throw invalid(rule.ownAddress(facts.target));
}

export function isOwnAddress(app: App, coin: Coin, { address }: Destination): Promise<boolean> {
  return isOwnBatched(app, coin.feeCoin, address);
}

/** By network, which the coin names that its fees are paid in. */
async function findOwn(
  app: App,
  feeCoin: string,
  addresses: readonly string[],
): Promise<boolean[]> {
  const coins = [...app.coins.values()].filter((coin) => coin.feeCoin === feeCoin);
  const rows = await app.db.query<{ address: string }>(
    `select a.address from (select distinct unnest($2::text[]) as address) a
     where exists (select 1 from addresses o where o.coin = any($1::text[]) and o.address = a.address)`,
    [coins.map((coin) => coin.code), addresses],
  );
  const own = new Set(rows.map((row) => row.address));
  return addresses.map((address) => own.has(address));
}
