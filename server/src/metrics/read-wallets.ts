// What the wallets hold and what is owed to merchants, as in `chaintill wallet list`, which reads all accounts. Amounts
// are in coins as floating-point numbers, for charts rather than accounting.
import { MINUTE } from '../core/clock.ts';
import { listWallets } from '../operator/wallet/handlers.ts';
import { reading, type Sample } from './reading.ts';

const labels = ['coin'];

type Wallet = Awaited<ReturnType<typeof listWallets>>[number];

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
    const reported = (value: (wallet: Wallet) => string | number | null): Sample[] =>
      wallets.flatMap((wallet) => {
        const found = value(wallet);
        return found === null ? [] : [{ labels: { coin: wallet.coin }, value: Number(found) }];
      });
    const assets = new Map(wallets.map(({ asset }) => [asset.currency, asset]));
    const ofAssets = (value: (asset: Wallet['asset']) => string): Sample[] =>
      [...assets].map(([asset, facts]) => ({ labels: { asset }, value: Number(value(facts)) }));
    return {
      chaintill_wallet_held_coins: reported(({ held }) => held),
      chaintill_wallet_ready_coins: reported(({ ready }) => ready),
      chaintill_wallet_reserved_coins: reported(({ reserved }) => reserved),
      chaintill_wallet_utxos: reported(({ pieces }) => pieces),
      chaintill_wallet_gas_coins: reported(({ gas }) => gas?.amount ?? null),
      chaintill_asset_owed_coins: ofAssets(({ owed }) => owed),
      chaintill_asset_held_coins: ofAssets(({ held }) => held),
      chaintill_asset_declared_coins: ofAssets(({ declared }) => declared),
    };
  },
});
