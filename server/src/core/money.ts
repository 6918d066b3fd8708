// Currency amounts: bigint in the currency's smallest ledger unit, decimal strings at the edge. Conversions and fees
// are pure functions that name their rounding (wire.md (d2)).
import {
  type Decimal,
  divide,
  formatDecimal,
  parseDecimal,
  pow10,
  type Rounding,
} from './decimal.ts';

/** The units in which amounts are counted. */
export interface Units {
  /** Decimals of the ledger's smallest unit. Fixed once chosen (ETH: 18, wei). */
  readonly scale: number;
  /** Decimals accepted and computed by the API (ETH: 8). Never above `scale`. */
  readonly precision: number;
}

/** The currency properties that money arithmetic needs. */
export interface Currency extends Units {
  /** Code on the wire, for example `BTC` or `EUR`. */
  readonly code: string;
  readonly kind: 'coin' | 'fiat';
}

/** Why an amount cannot be parsed. */
export type AmountProblem = 'not_a_number' | 'bad_precision';

/** Parses decimal text into the smallest unit. Excess decimals are rejected, never rounded. */
export function parseAmount(text: string, currency: Units): bigint | AmountProblem {
  const value = parseDecimal(text);
  if (value === null) return 'not_a_number';
  const excess = value.scale - currency.precision;
  const unit = excess > 0 ? pow10(excess) : 1n;
  if (value.digits % unit !== 0n) return 'bad_precision';
  return (value.digits * pow10(currency.scale)) / pow10(value.scale);
}

/** The wire format of an amount (`100.0`). */
export function formatAmount(amount: bigint, currency: Units): string {
  return formatDecimal({ digits: amount, scale: currency.scale });
}

/** Parses an amount from source code or from our own output. */
export function amountOf(text: string, currency: Units & { readonly code: string }): bigint {
  const amount = parseAmount(text, { ...currency, precision: currency.scale });
  if (typeof amount !== 'bigint') throw new Error(`${amount}: ${text} ${currency.code}`);
  return amount;
}

/** Rounds an amount to a number of decimals (at most the currency's scale). */
export function roundTo(
  amount: bigint,
  currency: Units,
  rule: { precision: number; rounding: Rounding },
): bigint {
  const unit = pow10(currency.scale - rule.precision);
  return divide(amount, unit, rule.rounding) * unit;
}

/** A conversion between two currencies, at a rate of `quote` units for one `base` unit. */
export interface Conversion {
  readonly base: Units;
  readonly quote: Units;
  readonly rate: Decimal;
}

/** base → quote: `amount × rate`, at the quote currency's precision. */
export function toQuote(amount: bigint, conversion: Conversion, rounding: Rounding): bigint {
  const { base, quote, rate } = conversion;
  const unit = pow10(quote.scale - quote.precision);
  const numerator = amount * rate.digits * pow10(quote.precision);
  return divide(numerator, pow10(base.scale + rate.scale), rounding) * unit;
}

/** quote → base: `amount / rate`, at the base currency's precision or at the given one. */
export function toBase(
  amount: bigint,
  conversion: Conversion,
  rule: { rounding: Rounding; precision?: number },
): bigint {
  const { base, quote, rate } = conversion;
  const precision = rule.precision ?? base.precision;
  const numerator = amount * pow10(precision + rate.scale);
  const denominator = rate.digits * pow10(quote.scale);
  return divide(numerator, denominator, rule.rounding) * pow10(base.scale - precision);
}

/** A processing fee: a percentage of the amount, rounded up at the currency's precision (wire.md (d2)). */
export function feeOf(amount: bigint, currency: Units, percent: Decimal): bigint {
  const unit = pow10(currency.scale - currency.precision);
  const denominator = pow10(percent.scale + 2) * unit;
  return divide(amount * percent.digits, denominator, 'up') * unit;
}

/** Like Math.max and Math.min, which do not accept bigint. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
