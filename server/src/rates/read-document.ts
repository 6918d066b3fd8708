// Parses an external JSON document and keeps every number as text: JSON.parse would convert them to floats and lose
// digits. A bare NaN or Infinity (some sources emit them) becomes null, so that one bad value does not invalidate the
// whole document. Used by rates/providers.
import { type Decimal, parseDecimal, pow10 } from '../core/decimal.ts';
import { isWithin, mean } from './price-math.ts';

/** An unterminated string is one token up to the end of the document, so that it is scanned only once. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|-?Infinity|NaN|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Above this half-spread, in percent, an order book is too thin for its mid price to be meaningful. */
const HOLLOW_PERCENT = { digits: 25n, scale: 1 };
/** No real price needs a larger one; limits the work on hostile exponents. */
const EXPONENT_MAX = 20;
const SCIENTIFIC = /^(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses JSON with numbers as strings. Throws SyntaxError when it is not JSON. */
export function readDocument(text: string): unknown {
  const quoted = text.replace(TOKEN, (token) => {
    if (token.startsWith('"')) return token;
    return /[IN]/.test(token) ? 'null' : `"${token}"`;
  });
  return JSON.parse(quoted);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property of an untrusted object; undefined when it does not exist. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The object property with that name; throws when the document does not have the documented shape. */
export function objectMember(value: unknown, name: string): JsonObject {
  const found = member(value, name);
  if (!isObject(found)) throw new Error(`the answer has no object "${name}"`);
  return found;
}

/**
 * A positive price from decimal text, with or without an exponent. Anything doubtful (NaN, null, zero, a crossed or
 * hollow order book) becomes null: the provider omits that ticker and keeps the others.
 */
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

/** The mid price of the best bid and ask; null when one is missing, or the book is crossed or hollow. */
export function readMiddle(bid: unknown, ask: unknown): Decimal | null {
  const low = readPrice(bid);
  const high = readPrice(ask);
  if (low === null || high === null) return null;
  const middle = mean(low, high);
  const isCrossed = low.digits * pow10(high.scale) > high.digits * pow10(low.scale);
  return isCrossed || !isWithin(low, middle, HOLLOW_PERCENT) ? null : middle;
}
