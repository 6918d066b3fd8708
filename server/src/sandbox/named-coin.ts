// How the sandbox API names a coin: by its currency and its network, as the merchant API does.
import type { App } from '../app.ts';
import { chooseCoin } from '../coins/choose.ts';
import type { Coin } from '../coins/coin.ts';
import { known } from '../core/assert.ts';
import { type ErrorDetail, invalid } from '../core/errors.ts';

/** Errors: 422 `invalid`. */
export function coinOf(app: App, asset: string, named: string | undefined): Coin {
  const problems: ErrorDetail[] = [];
  const coin = chooseCoin(app, { value: asset, target: 'currency', network: named }, problems);
  if (coin === null || problems.length > 0) throw invalid(...problems);
  return coin;
}

/** With the asset and its network, as the API names a coin. */
export function shownPayment(
  { coins }: App,
  { txid, currency: code }: { txid: string; currency: string },
) {
  const { asset, network } = known(coins.get(code), 'a coin that was paid');
  return { txid, currency: asset.code, network };
}
