// Validates the currencies and amounts of requests. Undefined values were already reported.
import type { App } from '../app.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import type { Coin } from './coin.ts';

/** Any supported currency (interface.md 2.6), or a problem. */
export function chooseCurrency(
  app: App,
  field: { value: string | undefined; target: string },
  problems: ErrorDetail[],
): Currency | null {
  if (field.value === undefined) return null;
  const currency = app.currencies.get(field.value);
  if (currency === undefined) problems.push(rule.oneOf(field.target, [...app.currencies.keys()]));
  return currency ?? null;
}

export function assetCodes(coins: Iterable<Coin>): string[] {
  return [...new Set([...coins].map(({ asset }) => asset.code))];
}

/** The coin of an asset on the named network, or on the asset's first network. */
export function chooseCoin(
  app: Pick<App, 'coins'>,
  field: {
    value: string | undefined;
    target: string;
    network: string | undefined;
    networkTarget?: string;
  },
  problems: ErrorDetail[],
): Coin | null {
  if (field.value === undefined) return null;
  const coins = [...app.coins.values()].filter(({ asset }) => asset.code === field.value);
  const [first] = coins;
  if (first === undefined) {
    problems.push(rule.oneOf(field.target, assetCodes(app.coins.values())));
    return null;
  }
  if (field.network === undefined) return first;
  const coin = coins.find(({ network }) => network === field.network);
  const networks = coins.map(({ network }) => network);
  if (coin === undefined) problems.push(rule.oneOf(field.networkTarget ?? 'network', networks));
  // Returned even after a problem, so that its addresses and amounts are validated too.
  return coin ?? first;
}

/** An amount above zero in the currency's precision, or a problem. */
export function chooseAmount(
  currency: Currency,
  field: { value: string | undefined; target: string },
  problems: ErrorDetail[],
): bigint | null {
  if (field.value === undefined) return null;
  const amount = parseAmount(field.value, currency);
  if (amount === 'not_a_number') problems.push(rule.decimal(field.target));
  else if (amount === 'bad_precision')
    problems.push(rule.precision(field.target, currency.precision));
  else if (amount <= 0n) problems.push(rule.positive(field.target));
  else return amount;
  return null;
}
