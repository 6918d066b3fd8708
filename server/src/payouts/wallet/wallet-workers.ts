// Workers that maintain the wallets and check their costs, for the coins that need them.
import type { Config } from '../../core/config/config.ts';
import type { Worker } from '../../workers/worker.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { costWorkers } from '../follow/book-unbooked.ts';
import { consolidationWorkers } from './consolidate.ts';

export function walletWorkers(
  config: Config,
  coinWallets: ReadonlyMap<string, CoinWallet>,
): Worker[] {
  return [...consolidationWorkers(config, coinWallets), ...costWorkers(coinWallets)];
}
