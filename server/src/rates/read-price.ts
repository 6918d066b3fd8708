// Reads one price from a foreign document without losing a digit. Everything doubtful (NaN, null, zero,
// negative, text, a crossed or hollow order book) reads as null: the provider leaves that ticker out and
// keeps the others. Used by rates/providers.
import { type Decimal, parseDecimal, pow10 } from '../core/decimal.ts';
import { isWithin, mean } from './price-math.ts';

/** Beyond this half-spread an order book is too thin for its middle to mean anything, in percent. */
const HOLLOW_PERCENT = { digits: 25n, scale: 1 };
/** No price of anything needs more; a bound on work against hostile exponents. */
const EXPONENT_MAX = 20;
const SCIENTIFIC = /^(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,3}))?$/;

/** A positive price from decimal text, with or without an exponent; null for everything else. */
export function readPrice(value: unknown): Decimal | null {
  if (typeof value !== 'string') return null;
  const [, mantissa = '', exponent = '0'] = SCIENTIFIC.exec(value) ?? [];
  const parsed = parseDecimal(mantissa);
  if (parsed === null || parsed.digits <= 0n) return null;
  const shift = Number(exponent);
  if (Math.abs(shift) > EXPONENT_MAX) return null;
  return shift >= 0
    ? { digits: parsed.digits * pow10(shift), scale: parsed.scale }
    : { digits: parsed.digits, scale: parsed.scale - shift };
}

/** The middle of the best bid and ask; null when one is missing, the book is crossed or hollow. */
export function readMiddle(bid: unknown, ask: unknown): Decimal | null {
  const low = readPrice(bid);
  const high = readPrice(ask);
  if (low === null || high === null) return null;
  const middle = mean(low, high);
  const isCrossed = low.digits * pow10(high.scale) > high.digits * pow10(low.scale);
  return isCrossed || !isWithin(low, middle, HOLLOW_PERCENT) ? null : middle;
}
