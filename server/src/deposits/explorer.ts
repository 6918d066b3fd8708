// Links to the block explorer that the operator configured, or else the network's default. Sends no request.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { TXID_IN_EXPLORER } from '../core/config/networks.ts';
import { isInternal } from './receive-in-books.ts';

/** Null on the simulated network, for off-chain payments, and where the operator disabled links. */
export function explorerUrlOf({ config }: App, coin: Coin, txid: string): string | null {
  if (isInternal(txid)) return null;
  const named = config.explorers.get(coin.feeCoin);
  if (named !== undefined)
    return named?.replace(TXID_IN_EXPLORER, encodeURIComponent(txid)) ?? null;
  return config.rules.hasExplorers ? coin.explorerUrl(txid, config.network) : null;
}
