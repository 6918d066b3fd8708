// Builds the wallets of all coins that can be sent.
import { separateSigner } from '../addresses/configured-keys.ts';
import { openMnemonic } from '../addresses/wallets.ts';
import type { App } from '../app.ts';
import type { SendingFamily } from '../chains/transfers.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { type FeeLimits, feeLimitsOf } from '../keys/fee-limits.ts';
import { inProcessSigner } from '../keys/in-process-signer.ts';
import { absentSigner, type Signer } from '../keys/signer.ts';
import type { CoinWallet } from './coin-wallet.ts';

export function openCoinWallets(
  app: App,
  families: ReadonlyMap<string, SendingFamily>,
): ReadonlyMap<string, CoinWallet> {
  const signer = openSigner(app, families);
  const limits = feeLimits(app);
  const coinWallets = new Map<string, CoinWallet>();
  for (const code of [...families.keys()].sort(ownFeesFirst(app))) {
    const coin = coinOf(app, code);
    const fees = coin.feeCoin === code ? null : coinWallets.get(coin.feeCoin);
    // The coin that pays its fees cannot be sent, so the token can only be received.
    if (fees === undefined) continue;
    const { network } = defined(families.get(code), 'it was asked for its keys');
    const chain = defined(app.chains.get(code), `${code} has a chain`);
    const ofCoin = defined(limits.get(code), `${code} has limits`);
    coinWallets.set(code, { coin, chain, network, signer, fees, feeLimits: ofCoin });
  }
  return coinWallets;
}

function ownFeesFirst(app: App) {
  const rank = (code: string) => (coinOf(app, code).feeCoin === code ? 0 : 1);
  return (a: string, b: string) => rank(a) - rank(b);
}

function coinOf(app: App, code: string): Coin {
  return defined(app.coins.get(code), `${code} is registered`);
}

function feeLimits(app: App): ReadonlyMap<string, FeeLimits> {
  const { config } = app;
  return new Map(
    [...app.coins.values()].map(({ code, feeCoin }) => {
      const most = config.networkFeePerTransfer.get(code);
      const ofDay = config.networkFeePerDay.get(feeCoin);
      const changes = {
        ...(most !== undefined && { fee_per_transfer: most }),
        ...(ofDay !== undefined && { fee_per_day: ofDay }),
        fee_percent: config.networkFeePercent,
      };
      return [code, feeLimitsOf(code, coinOf(app, feeCoin), changes)];
    }),
  );
}

/** A separate signer process, the signer in this process, or none when only public keys are configured. */
function openSigner(app: App, families: ReadonlyMap<string, SendingFamily>): Signer {
  const separate = separateSigner(app);
  if (separate !== null) return separate;
  if (app.config.walletKeysFile !== null) return absentSigner;
  return inProcessSigner({
    coins: app.coins,
    network: app.config.network,
    intentKey: app.intentKey,
    families: new Map([...families].map(([coin, { sign }]) => [coin, sign])),
    openMnemonic: () => openMnemonic(app),
    fees: feeLimits(app),
    now: () => app.clock.now(),
    async amountsOf(plan) {
      const { network } = defined(families.get(plan.coin), `${plan.coin} can be sent`);
      return (await network.amountsOf?.(plan)) ?? [];
    },
  });
}
