// The coins: one file each in coins/definitions/. Loaded once when the application is assembled, and by
// tests and tools that need a coin without an application.
import { fileURLToPath } from 'node:url';
import { loadDir } from '../core/load-dir.ts';
import type { Coin } from './coin.ts';

const FOLDER = fileURLToPath(new URL('./definitions/', import.meta.url));

/** interface.md 2.6 names the coins in this order, and so do its errors; others follow by their codes. */
const WIRE_ORDER = ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'];

/**
 * The coins by code, tokens included whether they are switched on or not (switched-on.ts). Throws when two definitions
 * claim one code.
 */
export async function loadCoins(): Promise<ReadonlyMap<string, Coin>> {
  const coins = new Map<string, Coin>();
  const definitions = await loadDir<Coin>(FOLDER);
  const rank = ({ code }: Coin) =>
    WIRE_ORDER.includes(code) ? WIRE_ORDER.indexOf(code) : WIRE_ORDER.length;
  for (const coin of [...definitions].sort((a, b) => rank(a) - rank(b))) {
    if (coins.has(coin.code)) throw new Error(`two definitions of the coin ${coin.code}`);
    coins.set(coin.code, coin);
  }
  return coins;
}
