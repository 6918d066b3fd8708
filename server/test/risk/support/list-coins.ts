// Coins with simple addresses: only what list parsing needs of a coin.
import type { Coin } from '../../../src/coins/coin.ts';
import { definedCoin } from '../../../src/coins/registry.ts';

function listCoin(
  facts: Pick<Coin, 'code' | 'name' | 'network' | 'destinationTag' | 'parseAddress'>,
): Coin {
  return { ...definedCoin(facts.code), ...facts };
}

/** Addresses `1…`; the canonical form of an upper-case Q is lower case. */
const btc = listCoin({
  code: 'BTC',
  name: 'Bitcoin',
  network: 'bitcoin',
  destinationTag: null,
  parseAddress: (text) =>
    /^1\w{4,}$/.test(text) ? { address: text.toLowerCase(), tag: null } : null,
});

/** Accepts the same `1…` form as BTC, as BCH does, and its own `q…`. */
const bch = listCoin({
  code: 'BCH',
  name: 'Bitcoin Cash',
  network: 'bitcoin_cash',
  destinationTag: null,
  parseAddress: (text) =>
    /^[1q]\w{4,}$/.test(text) ? { address: `q${text.slice(1).toLowerCase()}`, tag: null } : null,
});

/** Requires a tag in the API. */
const xrp = listCoin({
  code: 'XRP',
  name: 'XRP',
  network: 'ripple',
  destinationTag: { required: true, name: 'Destination tag' },
  parseAddress: (text) => {
    const match = /^(r\w{4,})\?dt=(\d+)$/.exec(text);
    return match === null ? null : { address: match[1] ?? '', tag: Number(match[2]) };
  },
});

export const listCoins: ReadonlyMap<string, Coin> = new Map(
  [btc, bch, xrp].map((coin) => [coin.code, coin]),
);
