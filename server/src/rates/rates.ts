// The current rates: `quoteNow` answers from memory, never from the network. In the sandbox, from fixed prices
// (`app.fixedPrices`); in live mode, from a snapshot that one process refreshes and stores and all processes read.
import type { App, Instance } from '../app.ts';
import { assetCodes } from '../coins/choose.ts';
import { defined } from '../core/assert.ts';
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

const caches = new WeakMap<Instance, Cache>();

/** Buy and sell rate of a pair. Throws 503 `rates_unavailable` when one of its prices is missing or too old. */
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

/** Every listed pair with its quote. Pairs without a rate are omitted; 503 when all are missing. */
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
