// The RateProvider port: each file in rates/providers/ parses the HTTP response of one public price source into
// tickers. Freshness, median, sanity band and cross rates are in snapshot.ts.
import { type Decimal, parseDecimal, pow10 } from '../core/money.ts';
import { isWithin, mean } from './agree-price.ts';

// Parses external JSON and keeps every number as text: JSON.parse would lose digits. A bare NaN or Infinity, which
// some sources send, becomes null, so that one bad value does not invalidate the whole document.

/** An unterminated string is one token up to the end of the document, so that it is scanned only once. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|-?Infinity|NaN|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

type JsonObject = Readonly<Record<string, unknown>>;

/** Above this half-spread, in percent, an order book is too thin for its mid price to be meaningful. */
const HOLLOW_PERCENT = { digits: 25n, scale: 1 };
/** No real price needs a larger exponent. Limits the work on hostile input. */
const EXPONENT_MAX = 20;
const SCIENTIFIC = /^(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,3}))?$/;

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

/** Only own properties, because the object is untrusted. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Throws when the document does not have the documented shape. */
export function objectMember(value: unknown, name: string): JsonObject {
  const found = member(value, name);
  if (!isObject(found)) throw new Error(`the answer has no object "${name}"`);
  return found;
}

/** Anything doubtful (NaN, null, zero) becomes null: the provider omits that ticker and keeps the others. */
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

/** Null when a side is missing, or the book is crossed or hollow. */
export function readMiddle(bid: unknown, ask: unknown): Decimal | null {
  const low = readPrice(bid);
  const high = readPrice(ask);
  if (low === null || high === null) return null;
  const middle = mean(low, high);
  const isCrossed = low.digits * pow10(high.scale) > high.digits * pow10(low.scale);
  return isCrossed || !isWithin(low, middle, HOLLOW_PERCENT) ? null : middle;
}

/** The price of one `base` in `quote`, as the source states it: mid price or last trade. */
export interface Ticker {
  readonly base: string;
  readonly quote: string;
  readonly price: Decimal;
  /** Milliseconds. Absent for sources without times (live prices). */
  readonly statedAt?: number;
}

export interface TimedTicker {
  readonly source: string;
  /** Milliseconds since the epoch: the time of the request, or the older time that the source states. */
  readonly fetchedAt: number;
  readonly kind: 'coin' | 'fiat';
  readonly freshSecondsMax: number;
  readonly ticker: Ticker;
}

/** Throws on any failure. */
export type FetchText = (url: string) => Promise<string>;

export interface RateProvider {
  readonly name: string;
  /** `coin`: coins in fiat. `fiat`: fiat in fiat, reference rates that are updated daily. */
  readonly kind: 'coin' | 'fiat';
  readonly freshSecondsMax: number;
  fetch(request: {
    coins: readonly string[];
    fiats: readonly string[];
    get: FetchText;
  }): Promise<readonly Ticker[]>;
}

/** Every mid price is stored in the pivot, and ECB reference rates are quoted against it. */
export const PIVOT = 'EUR';

/** In the order of preference for a coin's price: the pivot first, because it needs no fiat cross rate. */
export const LIQUID_FIATS: readonly string[] = [PIVOT, 'USD', 'GBP'];

export function defineRateProvider(provider: RateProvider): RateProvider {
  return provider;
}
