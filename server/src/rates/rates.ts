// The rates in force: `quoteNow` answers from memory, never from the network. In sandbox the fixed prices
// (`app.fixedPrices`); live, the snapshot that the refreshing task of one process stores and all processes read.
import type { App, Till } from '../app.ts';
import { assetCodes } from '../coins/choose.ts';
import { known } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { ratesUnavailable } from '../core/errors.ts';
import { type Pair, pairsOf, type Quote, quote } from './quote.ts';
import type { Snapshot } from './snapshot.ts';

/** How long quotes made from one snapshot are reused; their freshness is checked when they are made. */
const QUOTE_LIFETIME = SECOND;

interface Cache {
  snapshot: Snapshot;
  madeAt: number;
  readonly quotes: Map<string, Quote>;
}

const caches = new WeakMap<Till, Cache>();

/** Buy and sell rate of a pair. Throws 503 `rates_unavailable` when a part of it is missing or too old. */
export function quoteNow(till: Till, pair: Pair): Quote {
  const cache = currentCache(till);
  const key = `${pair.base}/${pair.quote}`;
  const cached = cache.quotes.get(key);
  if (cached !== undefined) return cached;
  const fresh = quote(cache.snapshot, pair, {
    spreadPercent: till.config.spreadPercent,
    now: till.clock.now(),
    freshSecondsMax: till.config.ratesFreshSeconds,
  });
  cache.quotes.set(key, fresh);
  return fresh;
}

/** Every listed pair with its quote; pairs without a rate are left out, all missing is 503. */
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

function currentCache(till: Till): Cache {
  const now = till.clock.now();
  const cache = caches.get(till);
  const { fixedPrices } = till;
  const isCurrent =
    cache !== undefined &&
    Math.abs(now - cache.madeAt) < QUOTE_LIFETIME &&
    till.rates.isDown !== true &&
    (fixedPrices !== null || cache.snapshot === till.rates.snapshot);
  if (isCurrent) return cache;
  const fixed = till.rates.isDown === true ? null : fixedPrices;
  const snapshot = fixed === null ? till.rates.snapshot : fixed({ now });
  if (snapshot === null) throw ratesUnavailable({ reason: 'no rates yet' });
  const fresh = { snapshot, madeAt: now, quotes: new Map<string, Quote>() };
  caches.set(till, fresh);
  return known(caches.get(till), 'the cache was just set');
}
