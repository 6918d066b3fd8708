// Exact decimal arithmetic on bigint. All money, rates and percentages use it; floats appear nowhere. Every rounding
// names its direction (wire.md (d2)).
import { trimTrailing } from './trim-trailing.ts';

/** An exact decimal number: `digits / 10^scale`. Used for rates and percentages. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The rounding direction of an inexact division. `up` is away from zero for positive numbers. */
export type Rounding = 'up' | 'down';

/** Maximum integer digits of an amount: bounds the work, and is far above any real amount. */
const INTEGER_DIGITS_MAX = 40;
const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?$/;

export function pow10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Parses plain decimal text (`-12.50`); null for anything else. Exponents are not accepted. */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return null;
  const [, sign = '', integer = '', fraction = ''] = match;
  if (integer.length > INTEGER_DIGITS_MAX || fraction.length > INTEGER_DIGITS_MAX) return null;
  const digits = BigInt(integer + fraction);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

/** A decimal literal in source code, where an error is a bug. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new Error(`not a decimal: ${text}`);
  return parsed;
}

/** Integer division of non-negative numbers with an explicit rounding. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const isExact = quotient * denominator === numerator;
  return isExact || rounding === 'down' ? quotient : quotient + 1n;
}

/** Changes the scale of a decimal's digits; the rounding applies when digits are dropped. */
export function rescale(value: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale >= value.scale) {
    return { digits: value.digits * pow10(scale - value.scale), scale };
  }
  return { digits: divide(value.digits, pow10(value.scale - scale), rounding), scale };
}

/** `a × b`, exact. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** -1, 0 or 1 when a is below, equal to or above b. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.digits * pow10(b.scale);
  const right = b.digits * pow10(a.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The wire format of a decimal: plain notation, no exponent, no trailing zeros, at least one digit after the point
 * (`100.0`, `0.00184519`; wire.md (c)).
 */
export function formatDecimal(value: Decimal): string {
  const negative = value.digits < 0n;
  const text = (negative ? -value.digits : value.digits).toString().padStart(value.scale + 1, '0');
  const integer = value.scale === 0 ? text : text.slice(0, -value.scale);
  const fraction = value.scale === 0 ? '' : trimTrailing(text.slice(-value.scale), '0');
  return `${negative ? '-' : ''}${integer}.${fraction === '' ? '0' : fraction}`;
}
