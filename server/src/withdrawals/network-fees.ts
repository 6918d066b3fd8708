// Network fee quotes per coin and level, in memory: no request waits for a node (refresh-fees.ts).
import type { Static } from 'typebox';
import type { App, NetworkFeeQuote } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { NETWORK_FEE_LEVELS, type NetworkFee } from '../contract/objects/coin-withdrawals.ts';
import { MINUTE, wallNow } from '../core/clock.ts';
import { apiError } from '../core/errors.ts';
import { formatAmount, roundTo } from '../core/money.ts';
import type { NetworkFeeLevel } from './withdrawal.ts';

/** How long a node may be unreachable before its last quote is too old to charge: several blocks of BTC. */
const FRESH_FOR = 30 * MINUTE;

/** In the coin's smallest unit. Errors: 503 `network_fees_unavailable` without a fresh quote. */
export function networkFeeOf(app: App, coin: Coin, level: NetworkFeeLevel): bigint {
  const quote = freshQuote(app, coin);
  if (quote === null) {
    throw apiError(
      'network_fees_unavailable',
      {},
      { retryAfterSeconds: 5, log: { coin: coin.code } },
    );
  }
  return quote[level];
}

/** Like `networkFeeOf`, but null without a fresh quote. */
export function networkFeeIfKnown(app: App, coin: Coin, level: NetworkFeeLevel): bigint | null {
  return freshQuote(app, coin)?.[level] ?? null;
}

function freshQuote(app: App, coin: Coin): NetworkFeeQuote | null {
  const quote = app.networkFees.get(coin.code);
  // By the machine's clock: the sandbox's clock may jump by days.
  const isFresh = quote !== undefined && wallNow() - quote.quotedAt <= FRESH_FOR;
  return isFresh ? quote : null;
}

/** By default as in the recorded responses (wire.md): all levels of BTC, the average of other assets. */
export function listNetworkFees(app: App, allNetworks: boolean): Static<typeof NetworkFee>[] {
  const firsts = new Map(
    [...app.coins.values()].toReversed().map((coin) => [coin.asset.code, coin]),
  );
  return [...app.coins.values()].flatMap((coin) => {
    if (!allNetworks && firsts.get(coin.asset.code) !== coin) return [];
    const quote = freshQuote(app, coin);
    if (quote === null) return [];
    const levels =
      coin.feeLevelsShown === 'all' || allNetworks
        ? [...NETWORK_FEE_LEVELS].reverse()
        : (['average'] as const);
    return levels.map((level) => ({
      level,
      fee: formatAmount(
        roundTo(quote[level], coin, { precision: coin.precision, rounding: 'up' }),
        coin,
      ),
      currency: coin.asset.code,
      network: coin.network,
    }));
  });
}
