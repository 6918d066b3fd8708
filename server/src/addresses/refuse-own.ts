// Coins are never sent to an address of this service: that would cost a network fee to move nothing, and
// XRP's network refuses it (xrpl.org, "tem codes": temREDUNDANT).
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { invalid, rule } from '../core/errors.ts';

/** Errors: 422 `invalid`, detail `own_address` on `target`, whatever the tag and whosever the address. */
export async function refuseOwnAddress(
  app: App,
  coin: Coin,
  facts: { destination: Destination; target: string },
): Promise<void> {
  const rows = await app.db.query(
    'select 1 from addresses where coin = $1 and address = $2 limit 1',
    [coin.code, facts.destination.address],
  );
  if (rows.length > 0) throw invalid(rule.ownAddress(facts.target));
}
