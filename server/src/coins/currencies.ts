// Every currency that an account can have: the coins and the fiat currencies, in the order of the API documentation,
// which validation errors repeat.
import type { Currency } from '../core/money.ts';
import type { Coin } from './coin.ts';

interface Fiat extends Currency {
  readonly kind: 'fiat';
  /** Display name, as in ISO 4217. */
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

/** The order in interface.md 2.6, which validation errors repeat. */
export const WIRE_ORDER: readonly string[] =
  'BTC LTC GBP CNY TRY USD RUB KRW NOK INR BCH ETH JPY CAD THB AUD HKD MYR NZD TWD MXN BRL COP SEK PLN HUF IDR VND XRP EUR'.split(
    ' ',
  );

/** The currencies by code. Coins that interface.md does not list come last. */
export function allCurrencies(coins: ReadonlyMap<string, Coin>): ReadonlyMap<string, Currency> {
  const all = new Map<string, Currency>([
    ...[...coins.values()].map(({ asset }) => [asset.code, asset] as const),
    ...fiats.map((fiat) => [fiat.code, fiat] as const),
  ]);
  const codes = new Set([...WIRE_ORDER, ...all.keys()]);
  const ordered = new Map<string, Currency>();
  for (const code of codes) {
    const currency = all.get(code);
    if (currency !== undefined) ordered.set(code, currency);
  }
  return ordered;
}

/** The fiat currencies of the API (interface.md 2.6). Decimals are the minor units of ISO 4217. */
function fiat(code: string, name: string, decimals = 2): Fiat {
  return { code, name, kind: 'fiat', scale: decimals, precision: decimals };
}
