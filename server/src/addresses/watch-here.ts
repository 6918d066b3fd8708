// Handles payments to addresses that were assigned for another coin with the same keys. From then on, these addresses
// are also watched and swept for this coin, and are never assigned.
import type { Coin } from '../coins/coin.ts';
import { coinsOnSameAddresses } from '../coins/registry.ts';
import type { Tx } from '../db/tx.ts';

export async function watchHere(tx: Tx, coin: Coin, addresses: readonly string[]): Promise<void> {
  await tx.query(
    `insert into addresses (coin, address, tag, address_index, retired_at)
     select distinct on (a.address) $1, a.address, a.tag, a.address_index, $4::timestamptz
     from addresses a where a.coin = any($2::text[]) and a.address = any($3::text[])
     order by a.address, a.coin
     on conflict do nothing`,
    [
      coin.code,
      coinsOnSameAddresses(coin, tx.instance.coins),
      [...new Set(addresses)].sort(),
      tx.now,
    ],
  );
}
