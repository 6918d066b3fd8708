// The tokens whose fees are paid in a coin: their sending addresses need a balance of it.
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';

/** Token codes. Empty for most coins. */
export function tokensOf(instance: Instance, coin: string): string[] {
  return [...instance.coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}

/** The coins whose transfers share one number sequence: a token's fees are paid by the same accounts. */
export function networkCoinsOf(instance: Instance, coin: string): string[] {
  const { feeCoin } = defined(instance.knownCoins.get(coin), `${coin} is known`);
  return [feeCoin, ...tokensOf(instance, feeCoin)];
}
