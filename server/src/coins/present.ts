// The coins as the API lists them (wire.md (c), Coin).
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { CoinInfo } from '../contract/objects/reference-data.ts';

export function presentCoins(app: App): Static<typeof CoinInfo>[] {
  return [...app.coins.values()].map((coin) => ({
    currency: coin.code,
    name: coin.name,
    logo_url: `${app.publicUrl.value}/assets/coins/${coin.code.toLowerCase()}.svg`,
    networks: [
      {
        network: coin.network,
        name: coin.networkName,
        precision: coin.precision,
        destination_tag: coin.destinationTag,
        invoices: { enabled: true },
        channels: { enabled: true },
        coin_withdrawals: { enabled: app.transferNetworks.has(coin.code) },
      },
    ],
  }));
}
