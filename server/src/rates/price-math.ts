// Price arithmetic: quotients to a number of significant digits, means, and the distance between two prices.
import { compareDecimals, type Decimal, decimal, multiply, pow10 } from '../core/money.ts';

/**
 * A pivot price has more digits, so that a price converted to the pivot and back is unchanged (1.16, not 1.1599...).
 */
export const PIVOT_DIGITS = 24;
export const CROSS_DIGITS = 18;

export const ONE = decimal('1');
const HUNDRED = decimal('100');

/** `a / b` for positive numbers, rounded to the nearest at `digits` significant digits: a mid favors neither side. */
export function divideSignificant(a: Decimal, b: Decimal, digits: number): Decimal {
  // One spare digit, because the quotient of the leading digits may be below one.
  const length = a.digits.toString().length - b.digits.toString().length;
  const shift = Math.max(0, digits + 1 - length + a.scale - b.scale);
  const numerator = a.digits * pow10(shift + b.scale);
  const denominator = b.digits * pow10(a.scale);
  return roundSignificant({ digits: numerator / denominator, scale: shift }, digits);
}

/** Rounds a positive number to the nearest at a number of significant digits, but never an integer digit. */
export function roundSignificant(value: Decimal, digits: number): Decimal {
  const excess = Math.min(value.digits.toString().length - digits, value.scale);
  if (excess <= 0) return value;
  const unit = pow10(excess);
  return { digits: (value.digits + unit / 2n) / unit, scale: value.scale - excess };
}

export function mean(a: Decimal, b: Decimal): Decimal {
  const sum = a.digits * pow10(b.scale) + b.digits * pow10(a.scale);
  return { digits: sum * 5n, scale: a.scale + b.scale + 1 };
}

/** The ends are included. */
export function isWithin(price: Decimal, reference: Decimal, percent: Decimal): boolean {
  const hundred = 100n * pow10(percent.scale);
  const scaled = multiply(price, HUNDRED);
  const low = { digits: hundred - percent.digits, scale: percent.scale };
  const high = { digits: hundred + percent.digits, scale: percent.scale };
  return (
    compareDecimals(scaled, multiply(reference, low)) >= 0 &&
    compareDecimals(scaled, multiply(reference, high)) <= 0
  );
}

/** The mean of the middle two prices for an even number. Null when there are none. */
export function median(prices: readonly Decimal[]): Decimal | null {
  const sorted = prices.toSorted(compareDecimals);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  return upper === lower ? upper : mean(lower, upper);
}
