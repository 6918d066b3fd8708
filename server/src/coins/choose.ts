// The currencies a request names, checked against what is offered; each problem as the interface words it. A value
// that is undefined was refused before, and told.
import type { App } from '../app.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import type { Coin } from './coin.ts';

/** Any supported currency (interface.md part 2.6), or a problem. */
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

/** A coin that can be paid in, or a problem. */
export function chooseCoin(
  app: App,
  field: { value: string | undefined; target: string },
  problems: ErrorDetail[],
): Coin | null {
  if (field.value === undefined) return null;
  const coin = app.coins.get(field.value);
  if (coin === undefined) problems.push(rule.oneOf(field.target, [...app.coins.keys()]));
  return coin ?? null;
}

/** The network of a coin: its only one when not given. */
export function checkNetwork(
  coin: Coin,
  network: string | undefined,
  problems: ErrorDetail[],
): void {
  if (network !== undefined && network !== coin.network)
    problems.push(rule.oneOf('network', [coin.network]));
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
