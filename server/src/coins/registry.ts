// The coins: one file each in coins/definitions/. They are loaded with this module, so a lookup by code is as pure as
// one in a table. Which of them an installation offers says switched-on.ts.
import { join } from 'node:path';
import { defined } from '../core/assert.ts';
import { loadDir } from '../core/load-dir.ts';
import { codeFolder } from '../core/places.ts';
import { assetCode, type Coin } from './coin.ts';
import { WIRE_ORDER } from './currencies.ts';
import type { BitcoindNodes, EvmNodes } from './nodes.ts';

const FOLDER = join(codeFolder, 'coins/definitions');

/**
 * By code, tokens and optional coins included: in the order of the interface, others by their codes; an asset on its
 * first network first.
 */
export const definedCoins: ReadonlyMap<string, Coin> = sorted(await loadDir<Coin>(FOLDER));

/** Throws when no file defines it. */
export function definedCoin(code: string): Coin {
  return defined(definedCoins.get(code), `a definition of ${code}`);
}

/**
 * What coins have in common whose addresses are the same keys: those of one network, and all of the evm family. Of a
 * code that no file defines, the code.
 */
export function addressSpaceOf(code: string): string {
  const coin = definedCoins.get(code);
  if (coin === undefined) return code;
  return coin.nodes.family === 'evm' ? coin.nodes.family : coin.network;
}

/**
 * The other coins whose addresses can be paid with this one: a payer may take the wrong network or the wrong asset, and
 * pays an address of ours all the same. None outside of the evm family.
 */
export function coinsOnSameAddresses(coin: Coin, among: ReadonlyMap<string, Coin>): string[] {
  if (coin.nodes.family !== 'evm') return [];
  return [...among.values()]
    .filter(({ nodes, code }) => nodes.family === 'evm' && code !== coin.code)
    .map(({ code }) => code);
}

/** The codes of the coins that are the same asset, on this network and on others. */
export function coinsOfAsset(code: string): string[] {
  const asset = assetCode(code);
  return [...new Set([code, ...definedCoins.keys()])].filter((one) => assetCode(one) === asset);
}

/** What the bitcoind family knows of a coin. Throws for coins of other families. */
export function bitcoindNodes(code: string): BitcoindNodes {
  const { nodes } = definedCoin(code);
  if (nodes.family === 'bitcoind') return nodes;
  throw new Error(`${code} has no nodes of the bitcoind family`);
}

/** What the evm family knows of a network. Throws for networks of other families. */
export function evmNodes({ code, nodes }: Pick<Coin, 'code' | 'nodes'>): EvmNodes {
  if (nodes.family === 'evm') return nodes;
  throw new Error(`${code} has no nodes of the evm family`);
}

function sorted(definitions: readonly Coin[]): ReadonlyMap<string, Coin> {
  const place = ({ asset: { code } }: Coin) =>
    WIRE_ORDER.includes(code) ? WIRE_ORDER.indexOf(code) : WIRE_ORDER.length;
  const coins = new Map<string, Coin>();
  const byCode = [...definitions].sort((a, b) => (a.code < b.code ? -1 : 1));
  for (const coin of byCode.sort((a, b) => place(a) - place(b))) {
    if (coins.has(coin.code)) throw new Error(`two definitions of the coin ${coin.code}`);
    coins.set(coin.code, coin);
  }
  return coins;
}
