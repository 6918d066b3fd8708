// The tokens whose transfers are paid for in a coin: who holds their addresses needs some of it.
import type { Till } from '../../app.ts';

/** Codes. None for most coins. */
export function tokensOf(till: Till, coin: string): string[] {
  return [...till.coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}
