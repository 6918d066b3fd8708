// The coins, as listed by the API (wire.md (c), Coin).
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { CoinInfo } from '../contract/objects/reference-data.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';

export function presentCoins(app: App): Static<typeof CoinInfo>[] {
  const byAsset = groupBy([...app.coins.values()], ({ asset }) => asset.code);
  return [...byAsset].map(([code, coins]) => ({
    currency: code,
    name: defined(coins[0], 'a group is not empty').name,
    logo_url: `${app.publicUrl.value}/assets/coins/${code.toLowerCase()}.svg`,
    networks: coins.map((coin) => ({
      network: coin.network,
      name: coin.networkName,
      precision: coin.precision,
      destination_tag: coin.destinationTag,
      invoices: { enabled: true },
      channels: { enabled: true },
      coin_withdrawals: { enabled: app.transferNetworks.has(coin.code) },
    })),
  }));
}
