// Wallet balances and debts to merchants, as in `chaintill wallet list`. Floating-point coin amounts, for charts
// only.
import { MINUTE } from '../core/clock.ts';
import { listWallets } from '../operator/wallet/handlers.ts';
import { reading, samplesOf } from './reading.ts';

const labels = ['coin'];

export const walletsReading = reading({
  name: 'wallets',
  everyMilliseconds: 5 * MINUTE,
  gauges: {
    chaintill_wallet_held_coins: { help: 'Balance of the wallets of a coin', labels },
    chaintill_wallet_ready_coins: { help: 'Part of it that a payout can spend now', labels },
    chaintill_wallet_reserved_coins: {
      help: 'Part of it in pending transactions',
      labels,
    },
    chaintill_wallet_utxos: { help: 'Number of its outputs or addresses', labels },
    chaintill_wallet_gas_coins: {
      help: "For tokens: fee balance of the hot wallet, in the network's coin",
      labels,
    },
    chaintill_asset_owed_coins: {
      help: 'Amount of an asset that merchants own',
      labels: ['asset'],
    },
    chaintill_asset_held_coins: {
      help: 'Wallet balance of an asset on all networks',
      labels: ['asset'],
    },
    chaintill_asset_declared_coins: {
      help: 'Reserves declared to be elsewhere',
      labels: ['asset'],
    },
  },
  async read(app) {
    const wallets = await listWallets(app);
    const reported = samplesOf(wallets, ({ coin }) => ({ coin }));
    const assets = [...new Map(wallets.map(({ asset }) => [asset.currency, asset])).values()];
    const ofAssets = samplesOf(assets, ({ currency: asset }) => ({ asset }));
    return {
      chaintill_wallet_held_coins: reported(({ held }) => Number(held)),
      chaintill_wallet_ready_coins: reported(({ ready }) => Number(ready)),
      chaintill_wallet_reserved_coins: reported(({ reserved }) => Number(reserved)),
      chaintill_wallet_utxos: reported(({ pieces }) => pieces),
      chaintill_wallet_gas_coins: reported(({ gas }) => (gas === null ? null : Number(gas.amount))),
      chaintill_asset_owed_coins: ofAssets(({ owed }) => Number(owed)),
      chaintill_asset_held_coins: ofAssets(({ held }) => Number(held)),
      chaintill_asset_declared_coins: ofAssets(({ declared }) => Number(declared)),
    };
  },
});
