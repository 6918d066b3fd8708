// The RateProvider port: one public source of prices, one file in rates/providers/ each. It turns one
// HTTP answer into tickers; freshness, median, sanity band and cross rates are rates/snapshot.ts, the
// spread is rates/quote.ts.
import type { Decimal } from '../core/decimal.ts';

/** The price of one `base` in `quote`, as the source states it (mid price, or the last trade). */
export interface Ticker {
  readonly base: string;
  readonly quote: string;
  readonly price: Decimal;
  /** When the source says the price was made, in milliseconds; absent where it says nothing (live prices). */
  readonly statedAt?: number;
}

/** A ticker with what is needed to judge it: who said it, when, and how long it may be used. */
export interface TimedTicker {
  readonly source: string;
  /** Milliseconds since the epoch: when the source was asked, or the older time that it states itself. */
  readonly fetchedAt: number;
  readonly kind: 'coin' | 'fiat';
  readonly freshSecondsMax: number;
  readonly ticker: Ticker;
}

/** A bounded GET of a JSON or text document; throws on any failure. Handed to providers by the caller. */
export type FetchText = (url: string) => Promise<string>;

export interface RateProvider {
  /** Lower-case name, for configuration and logs. */
  readonly name: string;
  /** What it prices: coins in fiat, or fiat in fiat (reference rates, updated daily). */
  readonly kind: 'coin' | 'fiat';
  /** How old its prices may be before they are not used, in seconds. */
  readonly freshSecondsMax: number;
  fetch(request: {
    coins: readonly string[];
    fiats: readonly string[];
    get: FetchText;
  }): Promise<readonly Ticker[]>;
}

/** Every mid price is kept in it, and ECB reference rates are stated against it. */
export const PIVOT = 'EUR';

/** In the order in which a coin's price is taken: the pivot first, as it needs no fiat cross rate. */
export const LIQUID_FIATS: readonly string[] = [PIVOT, 'USD', 'GBP'];

export function defineRateProvider(provider: RateProvider): RateProvider {
  return provider;
}
