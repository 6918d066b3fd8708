// The tokens whose transfers are paid for in a coin: who holds their addresses needs some of it.
import type { Instance } from '../../app.ts';
import { defined } from '../../core/assert.ts';

/** Codes. None for most coins. */
export function tokensOf(instance: Instance, coin: string): string[] {
  return [...instance.coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}

/** The coins whose transfers use up each other's numbers: a token's fees are paid by the same accounts. */
export function networkCoinsOf(instance: Instance, coin: string): string[] {
  const { feeCoin } = defined(instance.knownCoins.get(coin), `${coin} is known`);
  return [feeCoin, ...tokensOf(instance, feeCoin)];
}
