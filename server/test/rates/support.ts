// Sources with the prices that a test wants, without a network. Shared by the tests of rates/.
import { type Decimal, decimal } from '../../src/core/money.ts';
import type { RateProvider, Ticker, TimedTicker } from '../../src/rates/provider.ts';
import { buildSnapshot, type Snapshot, type SnapshotRequest } from '../../src/rates/snapshot.ts';

export const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
export const COINS = ['BTC', 'ETH', 'LTC', 'BCH', 'XRP'];
export const FIATS = ['EUR', 'USD', 'GBP', 'JPY', 'RUB', 'TWD', 'COP', 'VND'];

/** `said('kraken', 'BTC/EUR', '84000')`: by default a live ticker of this moment. */
export function said(
  source: string,
  pair: string,
  price: string | Decimal,
  changes: Partial<TimedTicker> = {},
): TimedTicker {
  const [base = '', quote = ''] = pair.split('/');
  const value = typeof price === 'string' ? decimal(price) : price;
  const ticker = { base, quote, price: value };
  return { source, fetchedAt: NOW, kind: 'coin', freshSecondsMax: 120, ticker, ...changes };
}

/** A snapshot of those tickers: two sources, 5 % band, no history. */
export function snapshotOf(
  tickers: readonly TimedTicker[],
  changes: Partial<SnapshotRequest['settings']> & { readonly now?: number } = {},
): Snapshot {
  const { now = NOW, ...settings } = changes;
  return buildSnapshot({
    tickers,
    now,
    coins: COINS,
    fiats: FIATS,
    settings: { sourcesMin: 2, bandPercent: decimal('5'), previous: null, ...settings },
  });
}

/** Runs a provider on recorded responses, by URL prefix; other URLs fail. */
export function requestProvider(
  provider: RateProvider,
  answers: Readonly<Record<string, string>>,
): Promise<readonly Ticker[]> {
  const get = async (url: string) => {
    const found = Object.keys(answers)
      .filter((start) => url.startsWith(start))
      .sort((a, b) => b.length - a.length)[0];
    const answer = found === undefined ? undefined : answers[found];
    if (answer === undefined) throw new Error(`503 from ${url}`);
    return answer;
  };
  return provider.fetch({ coins: COINS, fiats: FIATS, get });
}
