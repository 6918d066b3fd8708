// Determines the price that several sources agree on for one pair: drops stale and impossible prices, takes the
// median, then drops outliers. Similar products have ingested inverted pairs, NaN and dead feeds.
import {
  compareDecimals,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  pow10,
  rescale,
} from '../core/money.ts';
import type { TimedTicker } from './provider.ts';

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
function median(prices: readonly Decimal[]): Decimal | null {
  const sorted = prices.toSorted(compareDecimals);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  return upper === lower ? upper : mean(lower, upper);
}

const SPREAD_DIGITS = 6;

/** One source's price of one `base` in `quote`, inverted if needed. */
export interface Opinion {
  readonly source: string;
  readonly price: Decimal;
  readonly fetchedAt: number;
  readonly freshUntil: number;
}

export interface Refusal {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  readonly reason: 'stale' | 'impossible' | 'outlier';
}

export interface Agreement {
  readonly price: Decimal;
  /**
   * The time of the `sourcesMin`-th newest price. Not the oldest: a source that stops answering would make the others
   * look old just before its own price is dropped.
   */
  readonly asOf: number;
  readonly newestAt: number;
  /** The time until which at least `sourcesMin` prices are fresh. */
  readonly freshUntil: number;
  readonly sources: readonly string[];
  /** The spread of the prices, as a fraction of the agreed price. For monitoring the sources. */
  readonly apart?: string;
}

export interface AgreeRules {
  readonly now: number;
  readonly sourcesMin: number;
  readonly bandPercent: Decimal;
}

/** Null when fewer than `sourcesMin` sources agree. Appends rejected tickers to `refused`. */
export function agreePrice(
  tickers: readonly TimedTicker[],
  pair: { readonly base: string; readonly quote: string },
  options: { readonly rules: AgreeRules; readonly refused: Refusal[] },
): Agreement | null {
  const { rules, refused } = options;
  const opinions = onePerSource(usable(tickers, pair, options));
  const middle = median(opinions.map(({ price }) => price));
  if (middle === null) return null;
  const agreeing = opinions.filter((opinion) => {
    const agrees = isWithin(opinion.price, middle, rules.bandPercent);
    if (!agrees) refused.push({ source: opinion.source, ...pair, reason: 'outlier' });
    return agrees;
  });
  return agreementOf(agreeing, Math.max(1, rules.sourcesMin));
}

function agreementOf(opinions: readonly Opinion[], sourcesMin: number): Agreement | null {
  const price = median(opinions.map((opinion) => opinion.price));
  const times = descending(opinions.map(({ fetchedAt }) => fetchedAt));
  const limits = descending(opinions.map(({ freshUntil }) => freshUntil));
  const [newestAt, asOf, freshUntil] = [times[0], times[sourcesMin - 1], limits[sourcesMin - 1]];
  // With fewer than `sourcesMin` opinions, these times do not exist.
  if (price === null || newestAt === undefined) return null;
  if (asOf === undefined || freshUntil === undefined) return null;
  const sources = opinions.map(({ source }) => source);
  const apart = formatDecimal(spreadOf(opinions, price));
  return {
    price: roundSignificant(price, PIVOT_DIGITS),
    asOf,
    newestAt,
    freshUntil,
    sources,
    apart,
  };
}

function spreadOf(opinions: readonly Opinion[], price: Decimal): Decimal {
  const prices = opinions.map((opinion) => opinion.price).toSorted(compareDecimals);
  const [lowest = price, highest = price] = [prices[0], prices.at(-1)];
  const scale = Math.max(lowest.scale, highest.scale);
  const digitsOf = (value: Decimal) => rescale(value, scale, 'down').digits;
  const distance = { digits: digitsOf(highest) - digitsOf(lowest), scale };
  return rescale(divideSignificant(distance, price, SPREAD_DIGITS), SPREAD_DIGITS, 'up');
}

function descending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => b - a);
}

function usable(
  tickers: readonly TimedTicker[],
  { base, quote }: { readonly base: string; readonly quote: string },
  { rules, refused }: { readonly rules: AgreeRules; readonly refused: Refusal[] },
): readonly Opinion[] {
  return tickers.flatMap(({ source, fetchedAt, freshSecondsMax, ticker }) => {
    const isStraight = ticker.base === base && ticker.quote === quote;
    if (!isStraight && !(ticker.base === quote && ticker.quote === base)) return [];
    const refuse = (reason: Refusal['reason']) => {
      refused.push({ source, base: ticker.base, quote: ticker.quote, reason });
      return [];
    };
    if (!isPossible(ticker.price)) return refuse('impossible');
    // A time too far in the future means that a clock was changed, so the age is unknown.
    if (Math.abs(rules.now - fetchedAt) > freshSecondsMax * 1000) return refuse('stale');
    const price = isStraight ? ticker.price : divideSignificant(ONE, ticker.price, PIVOT_DIGITS);
    return [{ source, price, fetchedAt, freshUntil: fetchedAt + freshSecondsMax * 1000 }];
  });
}

/** No real price in EUR, USD or GBP is outside this range. The range also limits the length of stored text. */
const PRICE_MIN = decimal('0.000000000001');
const PRICE_MAX = decimal('1000000000000');

function isPossible(price: Decimal): boolean {
  return compareDecimals(price, PRICE_MIN) >= 0 && compareDecimals(price, PRICE_MAX) <= 0;
}

/** Each source has one vote, its newest price, however often and in whatever order it lists the pair. */
function onePerSource(opinions: readonly Opinion[]): readonly Opinion[] {
  const newest = new Map<string, Opinion>();
  for (const opinion of opinions) {
    const other = newest.get(opinion.source);
    if (other === undefined || other.fetchedAt < opinion.fetchedAt) {
      newest.set(opinion.source, opinion);
    }
  }
  return [...newest.values()];
}

/** Whether a percentage excludes prices on both sides. */
export function isSaneBand(percent: Decimal): boolean {
  return percent.digits > 0n && percent.digits < 100n * pow10(percent.scale);
}
