// The coins: one file each in coins/definitions/, loaded with this module. switched-on.ts selects those of an instance.
import { join } from 'node:path';
import { defined } from '../core/assert.ts';
import { furtherFiats } from '../core/further-fiats.ts';
import { loadDir } from '../core/load-dir.ts';
import type { Currency } from '../core/money.ts';
import { codeFolder } from '../core/places.ts';
import { assetCode, type Coin } from './coin.ts';
import type { BitcoindNodes } from './nodes.ts';

interface Fiat extends Currency {
  readonly kind: 'fiat';
  /** As in ISO 4217. */
  readonly name: string;
}

/** In the order of interface.md 2.6. */
export const fiats: readonly Fiat[] = [
  fiat('GBP', 'Pound Sterling'),
  fiat('CNY', 'Yuan Renminbi'),
  fiat('TRY', 'Turkish Lira'),
  fiat('USD', 'US Dollar'),
  fiat('RUB', 'Russian Ruble'),
  fiat('KRW', 'Won', 0),
  fiat('NOK', 'Norwegian Krone'),
  fiat('INR', 'Indian Rupee'),
  fiat('JPY', 'Yen', 0),
  fiat('CAD', 'Canadian Dollar'),
  fiat('THB', 'Baht'),
  fiat('AUD', 'Australian Dollar'),
  fiat('HKD', 'Hong Kong Dollar'),
  fiat('MYR', 'Malaysian Ringgit'),
  fiat('NZD', 'New Zealand Dollar'),
  fiat('TWD', 'New Taiwan Dollar'),
  fiat('MXN', 'Mexican Peso'),
  fiat('BRL', 'Brazilian Real'),
  fiat('COP', 'Colombian Peso'),
  fiat('SEK', 'Swedish Krona'),
  fiat('PLN', 'Zloty'),
  fiat('HUF', 'Forint'),
  fiat('IDR', 'Rupiah'),
  fiat('VND', 'Dong', 0),
  fiat('EUR', 'Euro'),
];

const WIRE_ORDER: readonly string[] =
  'BTC LTC GBP CNY TRY USD RUB KRW NOK INR BCH ETH JPY CAD THB AUD HKD MYR NZD TWD MXN BRL COP SEK PLN HUF IDR VND XRP EUR'.split(
    ' ',
  );

/** Off unless CHAINTILL_FIAT lists them. */
const optionalFiats: readonly Fiat[] = Object.entries(furtherFiats).map(
  ([code, { name, decimals }]) => fiat(code, name, decimals),
);

/** Coins, and fiat currencies that are switched on, come last where interface.md does not list them. */
export function allCurrencies(
  coins: ReadonlyMap<string, Coin>,
  further: readonly string[] = [],
): ReadonlyMap<string, Currency> {
  const switchedOn = optionalFiats.filter(({ code }) => further.includes(code));
  const all = new Map<string, Currency>([
    ...[...coins.values()].map(({ asset }) => [asset.code, asset] as const),
    ...[...fiats, ...switchedOn].map((fiat) => [fiat.code, fiat] as const),
  ]);
  const codes = new Set([...WIRE_ORDER, ...all.keys()]);
  const ordered = new Map<string, Currency>();
  for (const code of codes) {
    const currency = all.get(code);
    if (currency !== undefined) ordered.set(code, currency);
  }
  return ordered;
}

function fiat(code: string, name: string, decimals = 2): Fiat {
  return { code, name, kind: 'fiat', scale: decimals, precision: decimals };
}

const FOLDER = join(codeFolder, 'coins/definitions');

/** In the order of the API, others by code. Includes tokens and optional coins. */
export const definedCoins: ReadonlyMap<string, Coin> = sorted(await loadDir<Coin>(FOLDER));

/** Throws when no file defines it. */
export function definedCoin(code: string): Coin {
  return defined(definedCoins.get(code), `a definition of ${code}`);
}

/** Coins that share keys share addresses: those of one network, and all of the evm family. */
export function addressSpaceOf(code: string): string {
  const coin = definedCoins.get(code);
  if (coin === undefined) return code;
  return coin.nodes.family === 'evm' ? coin.nodes.family : coin.network;
}

/** The other coins that a payer could send to this coin's addresses. None outside the evm family. */
export function coinsOnSameAddresses(coin: Coin, among: ReadonlyMap<string, Coin>): string[] {
  if (coin.nodes.family !== 'evm') return [];
  return [...among.values()]
    .filter(({ nodes, code }) => nodes.family === 'evm' && code !== coin.code)
    .map(({ code }) => code);
}

export function coinsOfAsset(code: string): string[] {
  const asset = assetCode(code);
  return [...new Set([code, ...definedCoins.keys()])].filter((one) => assetCode(one) === asset);
}

/** Throws for coins of other families. */
export function bitcoindNodes(code: string): BitcoindNodes {
  const { nodes } = definedCoin(code);
  if (nodes.family === 'bitcoind') return nodes;
  throw new Error(`${code} has no nodes of the bitcoind family`);
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
