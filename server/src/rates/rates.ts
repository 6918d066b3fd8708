// The current rates, from memory, never from the network: in the sandbox fixed prices, in live mode a snapshot that
// one process stores and all processes read.
import type { App, Instance } from '../app.ts';
import { assetCodes } from '../coins/choose.ts';
import { assert, defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { ratesUnavailable } from '../core/errors.ts';
import { compareDecimals, type Decimal, decimal, pow10, rescale } from '../core/money.ts';
import { type Mid, midOf, type Snapshot } from './snapshot.ts';

// The merchant buys at `buyRate` (withdrawals, fiat to coin) and sells at `sellRate` (invoices, channel payments). The
// spread and all rounding are in the operator's favor (wire.md (c) Rate).

export interface Pair {
  readonly base: string;
  readonly quote: string;
}

export interface Quote {
  readonly buyRate: Decimal;
  readonly sellRate: Decimal;
}

interface QuoteOptions {
  /** The full distance between the buy and sell rates, in percent of the mid price. */
  readonly spreadPercent: Decimal;
  readonly now: number;
  /** For the snapshot and a coin's price. The source sets the limit of a fiat price: reference rates are daily. */
  readonly freshSecondsMax: number;
}

/** See wire.md (c). */
const DECIMALS = { coinFiat: 4, smallCoinFiat: 6, coinCoin: 8, fiatFiat: 6 } as const;
/** Coins with a lower price in EUR count as small, for example XRP and ADA. */
const SMALL_COIN = decimal('10');
/**
 * Decimals are added until a rate has this many significant digits. Otherwise, rounding would put the buy rate of one
 * dong (0.0000338 EUR) 3% above its price.
 */
const SIGNIFICANT_MIN = 4;

/** Throws 503 `rates_unavailable` when a price is missing or too old. */
export function quote(snapshot: Snapshot, pair: Pair, options: QuoteOptions): Quote {
  const base = freshMid(snapshot, pair.base, options);
  const counter = freshMid(snapshot, pair.quote, options);
  const mid = midOf(snapshot, pair.base, pair.quote);
  if (mid === null) throw ratesUnavailable({ ...pair });
  const sell = spreadFrom(mid.price, options.spreadPercent, -1n);
  const buy = spreadFrom(mid.price, options.spreadPercent, 1n);
  const decimals = Math.max(decimalsOf(base, counter), decimalsNeeded(sell));
  return { buyRate: rescale(buy, decimals, 'up'), sellRate: rescale(sell, decimals, 'down') };
}

function freshMid(snapshot: Snapshot, code: string, options: QuoteOptions): Mid {
  const mid = snapshot.mids.get(code);
  if (mid === undefined) throw ratesUnavailable({ currency: code, reason: 'missing' });
  const { now, freshSecondsMax } = options;
  // A price too far in the future means that a clock was changed, so the age is unknown.
  const isOld = (time: number) => Math.abs(now - time) > freshSecondsMax * 1000;
  const isCoinOld = mid.kind === 'coin' && isOld(mid.asOf);
  if (isOld(snapshot.at) || isCoinOld || now > mid.freshUntil) {
    throw ratesUnavailable({ currency: code, reason: 'stale', asOf: mid.asOf });
  }
  return mid;
}

/** `mid × (1 ± spread / 2)`, exact. */
function spreadFrom(mid: Decimal, spreadPercent: Decimal, direction: 1n | -1n): Decimal {
  const { digits, scale } = spreadPercent;
  assert(digits >= 0n && digits < 200n * pow10(scale), 'the spread is from 0 to below 200 percent');
  const factor = 200n * pow10(scale) + direction * digits;
  // × 5 / 1000 is an exact division by 200.
  return { digits: mid.digits * factor * 5n, scale: mid.scale + scale + 3 };
}

function decimalsOf(base: Mid, counter: Mid): number {
  if (base.kind === 'fiat' && counter.kind === 'fiat') return DECIMALS.fiatFiat;
  if (base.kind === 'coin' && counter.kind === 'coin') return DECIMALS.coinCoin;
  // The price of a fiat currency in a coin is small, so it gets the decimals of coin pairs.
  if (base.kind === 'fiat') return DECIMALS.coinCoin;
  return compareDecimals(base.price, SMALL_COIN) < 0 ? DECIMALS.smallCoinFiat : DECIMALS.coinFiat;
}

function decimalsNeeded(price: Decimal): number {
  const length = price.digits.toString().length;
  return price.scale - length + SIGNIFICANT_MIN;
}

/** Each coin in every fiat currency and in every other coin, as in GET /api/rates. */
export function pairsOf(coins: readonly string[], fiats: readonly string[]): readonly Pair[] {
  return coins.flatMap((base) =>
    [...fiats, ...coins].filter((code) => code !== base).map((code) => ({ base, quote: code })),
  );
}

/** How long quotes from one snapshot are reused. Freshness is checked only when a quote is made. */
const QUOTE_LIFETIME = SECOND;

interface Cache {
  snapshot: Snapshot;
  madeAt: number;
  readonly quotes: Map<string, Quote>;
}

const caches = new WeakMap<Instance, Cache>();

/** Throws 503 `rates_unavailable` when a price is missing or too old. */
export function quoteNow(instance: Instance, pair: Pair): Quote {
  const cache = currentCache(instance);
  const key = `${pair.base}/${pair.quote}`;
  const cached = cache.quotes.get(key);
  if (cached !== undefined) return cached;
  const fresh = quote(cache.snapshot, pair, {
    spreadPercent: instance.config.spreadPercent,
    now: instance.clock.now(),
    freshSecondsMax: instance.config.ratesFreshSeconds,
  });
  cache.quotes.set(key, fresh);
  return fresh;
}

/** Omits pairs without a rate. Errors: 503 when all are missing. */
export function allQuotes(app: App): readonly { pair: Pair; quote: Quote }[] {
  const listed = pairsOf(assetCodes(app.coins.values()), fiatCodes(app));
  const quotes = listed.flatMap((pair) => {
    try {
      return [{ pair, quote: quoteNow(app, pair) }];
    } catch {
      return [];
    }
  });
  if (quotes.length === 0) throw ratesUnavailable();
  return quotes;
}

export function fiatCodes(app: App): string[] {
  return [...app.currencies.values()]
    .filter((item) => item.kind === 'fiat')
    .map((item) => item.code);
}

function currentCache(instance: Instance): Cache {
  const now = instance.clock.now();
  const cache = caches.get(instance);
  const { fixedPrices } = instance;
  const isCurrent =
    cache !== undefined &&
    Math.abs(now - cache.madeAt) < QUOTE_LIFETIME &&
    instance.rates.isDown !== true &&
    (fixedPrices !== null || cache.snapshot === instance.rates.snapshot);
  if (isCurrent) return cache;
  const fixed = instance.rates.isDown === true ? null : fixedPrices;
  const snapshot = fixed === null ? instance.rates.snapshot : fixed({ now });
  if (snapshot === null) throw ratesUnavailable({ reason: 'no rates yet' });
  const fresh = { snapshot, madeAt: now, quotes: new Map<string, Quote>() };
  caches.set(instance, fresh);
  return defined(caches.get(instance), 'the cache was just set');
}
