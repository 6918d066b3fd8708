// The RateProvider port: one public source of prices, one file in rates/providers/ each. It parses one HTTP response
// into tickers. Freshness, median, sanity band and cross rates are in rates/snapshot.ts, the spread is in
// rates/quote.ts.
import type { Decimal } from '../core/decimal.ts';

/** The price of one `base` in `quote`, as the source states it (mid price, or the last trade). */
export interface Ticker {
  readonly base: string;
  readonly quote: string;
  readonly price: Decimal;
  /** The time that the source states for the price, in milliseconds; absent for sources without times (live prices). */
  readonly statedAt?: number;
}

/** A ticker with the metadata for its evaluation: its source, its time, and how long it may be used. */
export interface TimedTicker {
  readonly source: string;
  /** Milliseconds since the epoch: the time of the request, or the older time that the source states. */
  readonly fetchedAt: number;
  readonly kind: 'coin' | 'fiat';
  readonly freshSecondsMax: number;
  readonly ticker: Ticker;
}

/** A size-limited GET of a JSON or text document; throws on any failure. Passed to providers by the caller. */
export type FetchText = (url: string) => Promise<string>;

export interface RateProvider {
  /** Lower-case name, for configuration and logs. */
  readonly name: string;
  /** What it prices: coins in fiat, or fiat in fiat (reference rates, updated daily). */
  readonly kind: 'coin' | 'fiat';
  /** The maximum age at which its prices are used, in seconds. */
  readonly freshSecondsMax: number;
  fetch(request: {
    coins: readonly string[];
    fiats: readonly string[];
    get: FetchText;
  }): Promise<readonly Ticker[]>;
}

/** Every mid price is stored in it, and ECB reference rates are quoted against it. */
export const PIVOT = 'EUR';

/** In the order in which a coin's price is chosen: the pivot first, because it needs no fiat cross rate. */
export const LIQUID_FIATS: readonly string[] = [PIVOT, 'USD', 'GBP'];

export function defineRateProvider(provider: RateProvider): RateProvider {
  return provider;
}
