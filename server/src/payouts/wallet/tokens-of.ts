// The tokens whose transfers are paid for in a coin: who holds their addresses needs some of it.
import type { Till } from '../../app.ts';
import { known } from '../../core/assert.ts';

/** Codes. None for most coins. */
export function tokensOf(till: Till, coin: string): string[] {
  return [...till.coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}

/** The coins whose transfers use up each other's numbers: a token's fees are paid by the same accounts. */
export function networkCoinsOf(till: Till, coin: string): string[] {
  const { feeCoin } = known(till.knownCoins.get(coin), `${coin} is known`);
  return [feeCoin, ...tokensOf(till, feeCoin)];
}
