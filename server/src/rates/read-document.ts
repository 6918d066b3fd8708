// Reads a foreign JSON document with every number left as the text that was sent: JSON.parse would make
// floats of them and lose digits. A bare NaN or Infinity (some sources emit them) becomes null, so that
// one bad value does not cost the whole document. Used by rates/providers.
import { type Decimal, parseDecimal, pow10 } from '../core/decimal.ts';
import { isWithin, mean } from './price-math.ts';

/** A text that does not end is one token up to the end of the document, so that it is read once. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|-?Infinity|NaN|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Beyond this half-spread an order book is too thin for its middle to mean anything, in percent. */
const HOLLOW_PERCENT = { digits: 25n, scale: 1 };
/** No price of anything needs more; a bound on work against hostile exponents. */
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

/** A member of an object that came from outside; undefined when it is not one of its own. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The object member of that name; throws when the document is not of the documented shape. */
export function objectMember(value: unknown, name: string): JsonObject {
  const found = member(value, name);
  if (!isObject(found)) throw new Error(`the answer has no object "${name}"`);
  return found;
}

/**
 * A positive price from decimal text, with or without an exponent. Everything doubtful (NaN, null, zero, a crossed or
 * hollow order book) is null: the provider leaves that ticker out and keeps the others.
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

/** The middle of the best bid and ask; null when one is missing, the book is crossed or hollow. */
export function readMiddle(bid: unknown, ask: unknown): Decimal | null {
  const low = readPrice(bid);
  const high = readPrice(ask);
  if (low === null || high === null) return null;
  const middle = mean(low, high);
  const isCrossed = low.digits * pow10(high.scale) > high.digits * pow10(low.scale);
  return isCrossed || !isWithin(low, middle, HOLLOW_PERCENT) ? null : middle;
}
