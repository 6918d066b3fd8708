// Every currency an account can have: the coins and the fiats, in the one order in which the interface
// names them, which validation errors repeat.
import type { Currency } from '../core/money.ts';
import type { Coin } from './coin.ts';
import { fiats } from './fiats.ts';

/** interface.md 2.6 names them in this order, and so do its errors. */
export const WIRE_ORDER: readonly string[] =
  'BTC LTC GBP CNY TRY USD RUB KRW NOK INR BCH ETH JPY CAD THB AUD HKD MYR NZD TWD MXN BRL COP SEK PLN HUF IDR VND XRP EUR'.split(
    ' ',
  );

/** The currencies by code. Coins that the interface does not name come last. */
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
