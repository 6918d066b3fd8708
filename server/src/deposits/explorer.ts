// Where a transaction is looked up by a person: the explorer that the operator named for its network, else the one that
// its definition knows. Links only; nothing is asked of it.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { TXID_IN_EXPLORER } from '../core/config/networks.ts';
import { isInternal } from './receive-in-books.ts';

/** Null where no explorer knows it: the simulated network, what is on none, and where the operator wants no link. */
export function explorerUrlOf({ config }: App, coin: Coin, txid: string): string | null {
  if (isInternal(txid)) return null;
  const named = config.explorers.get(coin.feeCoin);
  if (named !== undefined)
    return named?.replace(TXID_IN_EXPLORER, encodeURIComponent(txid)) ?? null;
  return config.rules.hasExplorers ? coin.explorerUrl(txid, config.network) : null;
}
