// Amounts are bigint in the currency's smallest ledger unit, and decimal strings at the edge. Rates and percentages
// are exact decimals. No floats; every rounding names its direction (wire.md (d2)).
import { trimTrailing } from './escape-text.ts';

/** An exact decimal number: `digits / 10^scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** `up` is away from zero for positive numbers. */
type Rounding = 'up' | 'down';

/** Far above any real amount; bounds the cost of the arithmetic. */
const INTEGER_DIGITS_MAX = 40;
const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?$/;

export function pow10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Parses plain decimal text (`-12.50`); null for anything else, including exponents. */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return null;
  const [, sign = '', integer = '', fraction = ''] = match;
  if (integer.length > INTEGER_DIGITS_MAX || fraction.length > INTEGER_DIGITS_MAX) return null;
  const digits = BigInt(integer + fraction);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

/** For literals in source code. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new Error(`not a decimal: ${text}`);
  return parsed;
}

/** For non-negative numbers. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const isExact = quotient * denominator === numerator;
  return isExact || rounding === 'down' ? quotient : quotient + 1n;
}

/** Rounds when digits are dropped. */
export function rescale(value: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale >= value.scale) {
    return { digits: value.digits * pow10(scale - value.scale), scale };
  }
  return { digits: divide(value.digits, pow10(value.scale - scale), rounding), scale };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.digits * pow10(b.scale);
  const right = b.digits * pow10(a.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** No exponent or trailing zeros, and at least one decimal: `100.0`, `0.00184519` (wire.md (c)). */
export function formatDecimal(value: Decimal): string {
  const negative = value.digits < 0n;
  const text = (negative ? -value.digits : value.digits).toString().padStart(value.scale + 1, '0');
  const integer = value.scale === 0 ? text : text.slice(0, -value.scale);
  const fraction = value.scale === 0 ? '' : trimTrailing(text.slice(-value.scale), '0');
  return `${negative ? '-' : ''}${integer}.${fraction === '' ? '0' : fraction}`;
}

export interface Units {
  /** Decimals of the smallest ledger unit (ETH: 18, wei). Never changes for a currency. */
  readonly scale: number;
  /** Decimals that the API accepts and computes (ETH: 8). At most `scale`. */
  readonly precision: number;
}

export interface Currency extends Units {
  readonly code: string;
  readonly kind: 'coin' | 'fiat';
}

export type AmountProblem = 'not_a_number' | 'bad_precision';

/** Returns the amount in the smallest unit. Excess decimals are rejected, never rounded. */
export function parseAmount(text: string, currency: Units): bigint | AmountProblem {
  const value = parseDecimal(text);
  if (value === null) return 'not_a_number';
  const excess = value.scale - currency.precision;
  const unit = excess > 0 ? pow10(excess) : 1n;
  if (value.digits % unit !== 0n) return 'bad_precision';
  return (value.digits * pow10(currency.scale)) / pow10(value.scale);
}

export function formatAmount(amount: bigint, currency: Units): string {
  return formatDecimal({ digits: amount, scale: currency.scale });
}

/** For amounts in source code or in the service's own output. */
export function amountOf(text: string, currency: Units & { readonly code: string }): bigint {
  const amount = parseAmount(text, { ...currency, precision: currency.scale });
  if (typeof amount !== 'bigint') throw new Error(`${amount}: ${text} ${currency.code}`);
  return amount;
}

/** `precision`: at most the currency's scale. */
export function roundTo(
  amount: bigint,
  currency: Units,
  rule: { precision: number; rounding: Rounding },
): bigint {
  const unit = pow10(currency.scale - rule.precision);
  return divide(amount, unit, rule.rounding) * unit;
}

/** `rate`: units of `quote` per unit of `base`. */
export interface Conversion {
  readonly base: Units;
  readonly quote: Units;
  readonly rate: Decimal;
}

/** `amount × rate`, at the quote currency's precision. */
export function toQuote(amount: bigint, conversion: Conversion, rounding: Rounding): bigint {
  const { base, quote, rate } = conversion;
  const unit = pow10(quote.scale - quote.precision);
  const numerator = amount * rate.digits * pow10(quote.precision);
  return divide(numerator, pow10(base.scale + rate.scale), rounding) * unit;
}

/** `amount / rate`, at the base currency's precision unless the rule names another. */
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

/** A percentage of the amount, rounded up at the currency's precision (wire.md (d2)). */
export function feeOf(amount: bigint, currency: Units, percent: Decimal): bigint {
  const unit = pow10(currency.scale - currency.precision);
  const denominator = pow10(percent.scale + 2) * unit;
  return divide(amount * percent.digits, denominator, 'up') * unit;
}

/** Math.max and Math.min do not accept bigint. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
