// The tokens whose transfers are paid for in a coin: who holds their addresses needs some of it.
import type { App } from '../app.ts';

/** Codes. None for most coins. */
export function tokensOf(app: App, coin: string): string[] {
  return [...app.coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}
