// Names of payment methods: a coin and `CHAIN`, a token and its network. Shops build the names of classes from them.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';

/** Of a network's own coin, and of a coin that is on one network only. */
const OWN = 'CHAIN';
/** The names of earlier versions that stand for it. Lightning is not offered. */
const EARLIER: readonly string[] = ['', OWN, 'ONCHAIN'];

/** One hyphen, upper-case letters and digits. */
export function methodOf({ asset, token, network }: Coin): string {
  if (token === null) return `${asset.code}-${OWN}`;
  return `${asset.code}-${network.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`;
}

/** Null: unknown, or not offered. In any case, with `_` or `-`; the names of version 1 too. */
export function coinOfMethod({ coins }: Pick<App, 'coins'>, name: string): Coin | null {
  const wanted = name.slice(0, NAME_LENGTH_MAX).toUpperCase().replaceAll('_', '-');
  for (const coin of coins.values()) if (methodOf(coin) === wanted) return coin;
  const [asset = '', rest = ''] = wanted.split('-', 2);
  if (!EARLIER.includes(rest) && rest !== `${asset}LIKE`) return null;
  const ofAsset = [...coins.values()].filter((coin) => coin.asset.code === asset);
  return ofAsset[0] ?? null;
}

const NAME_LENGTH_MAX = 40;
