// Guarantees of the rate snapshot: which sources are trusted, and what happens when they are not.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, formatDecimal } from '../../src/core/money.ts';
import { decodeSnapshot, encodeSnapshot, midOf, type Snapshot } from '../../src/rates/snapshot.ts';
import { NOW, said, snapshotOf } from './support.ts';

function price(snapshot: Snapshot, base: string, quote: string): string | null {
  const mid = midOf(snapshot, base, quote);
  return mid === null ? null : formatDecimal(mid.price);
}
const eurUsd = [said('kraken', 'EUR/USD', '1.16'), said('bitstamp', 'EUR/USD', '1.16')];
const btc = (...prices: string[]) =>
  prices.map((text, index) => said(`s${index}`, 'BTC/EUR', text));

test('the price is the median of the sources', () => {
  expect(price(snapshotOf(btc('84000', '84100', '84300')), 'BTC', 'EUR')).toBe('84100.0');
  expect(price(snapshotOf(btc('84000', '84100')), 'BTC', 'EUR')).toBe('84050.0');
});

test('a stale source is not used', () => {
  const old = said('s3', 'BTC/EUR', '90000', { fetchedAt: NOW - 120_001 });
  const snapshot = snapshotOf([...btc('84000', '84100'), old]);
  expect(price(snapshot, 'BTC', 'EUR')).toBe('84050.0');
  expect(snapshot.refused).toEqual([{ source: 's3', base: 'BTC', quote: 'EUR', reason: 'stale' }]);
  const justFresh = {
    ...old,
    fetchedAt: NOW - 120_000,
    ticker: { ...old.ticker, price: decimal('84200') },
  };
  expect(price(snapshotOf([...btc('84000', '84100'), justFresh]), 'BTC', 'EUR')).toBe('84100.0');
});

test('a time far in the future is as unusable as a stale one', () => {
  const odd = said('s3', 'BTC/EUR', '84000', { fetchedAt: NOW + 120_001 });
  expect(price(snapshotOf([odd, ...btc('84000')]), 'BTC', 'EUR')).toBeNull();
});

test('a source beyond the sanity band is dropped and the rest decides', () => {
  const snapshot = snapshotOf(btc('84000', '84100', '120000'));
  expect(price(snapshot, 'BTC', 'EUR')).toBe('84050.0');
  expect(snapshot.refused).toMatchObject([{ source: 's2', reason: 'outlier' }]);
});

test('a source with an inverted pair is dropped', () => {
  expect(price(snapshotOf(btc('84000', '84100', '0.0000119')), 'BTC', 'EUR')).toBe('84050.0');
});

test('two sources that disagree leave the pair without a price', () => {
  const snapshot = snapshotOf(btc('84000', '120000'));
  expect(price(snapshot, 'BTC', 'EUR')).toBeNull();
  expect(snapshot.refused).toHaveLength(2);
});

test('fewer sources than required leave the pair without a price', () => {
  expect(price(snapshotOf(btc('84000')), 'BTC', 'EUR')).toBeNull();
  expect(price(snapshotOf(btc('84000'), { sourcesMin: 1 }), 'BTC', 'EUR')).toBe('84000.0');
  expect(price(snapshotOf([], { sourcesMin: 0 }), 'BTC', 'EUR')).toBeNull();
});

test('one source has one vote, however often it reports', () => {
  const twice = [said('s0', 'BTC/EUR', '84000'), said('s0', 'EUR/BTC', '0.0000119')];
  expect(price(snapshotOf(twice), 'BTC', 'EUR')).toBeNull();
});

test('the newest price of a source counts', () => {
  const older = said('s0', 'BTC/EUR', '80000', { fetchedAt: NOW - 60_000 });
  const newer = said('s0', 'BTC/EUR', '84000');
  const other = said('s1', 'BTC/EUR', '84000');
  expect(price(snapshotOf([older, newer, other]), 'BTC', 'EUR')).toBe('84000.0');
  expect(price(snapshotOf([newer, older, other]), 'BTC', 'EUR')).toBe('84000.0');
});

test('zero, negative and absurd prices are rejected', () => {
  for (const text of ['0', '0.00', '-84000', '0.0000000000001', '10000000000000']) {
    const snapshot = snapshotOf([said('bad', 'BTC/EUR', text), ...btc('84000', '84100')]);
    expect(price(snapshot, 'BTC', 'EUR')).toBe('84050.0');
    expect(snapshot.refused, text).toMatchObject([{ source: 'bad', reason: 'impossible' }]);
  }
});

test('a pair that is listed inverted is inverted', () => {
  const turned = [said('kraken', 'EUR/GBP', '0.8'), said('bitstamp', 'GBP/EUR', '1.25')];
  const snapshot = snapshotOf(turned);
  expect(price(snapshot, 'GBP', 'EUR')).toBe('1.25');
  expect(price(snapshot, 'EUR', 'GBP')).toBe('0.8');
});

test('any currency crosses with any other', () => {
  const snapshot = snapshotOf([
    ...eurUsd,
    ...btc('84000', '84000'),
    said('a', 'ETH/EUR', '2100'),
    said('b', 'ETH/EUR', '2100'),
  ]);
  expect(price(snapshot, 'BTC', 'USD')).toBe('97440.0');
  expect(price(snapshot, 'BTC', 'ETH')).toBe('40.0');
  expect(price(snapshot, 'USD', 'BTC')).toBe('0.0000102627257799671593');
  expect(price(snapshot, 'EUR', 'USD')).toBe('1.16');
  expect(price(snapshot, 'EUR', 'EUR')).toBe('1.0');
});

test('a coin without a market in euro is priced through the dollar', () => {
  const usd = [said('a', 'LTC/USD', '116'), said('b', 'LTC/USD', '116')];
  expect(price(snapshotOf([...eurUsd, ...usd]), 'LTC', 'EUR')).toBe('100.0');
  expect(price(snapshotOf(usd), 'LTC', 'EUR')).toBeNull();
});

test('sources of fiat rates have no vote on coins', () => {
  const reference = said('ref', 'BTC/EUR', '84000', { kind: 'fiat', freshSecondsMax: 86_400 });
  expect(price(snapshotOf([reference, ...btc('84000')]), 'BTC', 'EUR')).toBeNull();
});

test('an unknown currency has no price, not even one named like a method', () => {
  const snapshot = snapshotOf(btc('84000', '84000'));
  expect(midOf(snapshot, 'constructor', 'EUR')).toBeNull();
  expect(midOf(snapshot, 'BTC', 'DOGE')).toBeNull();
});

test('the time is the one since when enough sources have reported, for a cross the older part', () => {
  const times = [NOW, NOW - 30_000, NOW - 100_000];
  const tickers = times.map((fetchedAt, index) =>
    said(`s${index}`, 'BTC/EUR', '84000', { fetchedAt }),
  );
  const daily = eurUsd.map((ticker) => ({ ...ticker, fetchedAt: NOW - 110_000 }));
  const snapshot = snapshotOf([...tickers, ...daily]);
  expect(midOf(snapshot, 'BTC', 'EUR')?.asOf).toBe(NOW - 30_000);
  expect(midOf(snapshot, 'BTC', 'USD')?.asOf).toBe(NOW - 110_000);
  expect(snapshot.mids.get('BTC')?.freshUntil).toBe(NOW + 90_000);
});

// The jump guard: refreshes are 30 seconds apart.

function refreshes(...levels: readonly (string | null)[]): readonly (string | null)[] {
  const seen: (string | null)[] = [];
  let previous: Snapshot | null = null;
  for (const [index, level] of levels.entries()) {
    const now = NOW + index * 30_000;
    const tickers = level === null ? [] : btc(level, level, level);
    const timed = tickers.map((ticker) => ({ ...ticker, fetchedAt: now }));
    // Through JSON, as the worker stores it between refreshes.
    const past: Snapshot | null =
      previous && decodeSnapshot(JSON.parse(JSON.stringify(encodeSnapshot(previous))));
    previous = snapshotOf(timed, { now, previous: past });
    seen.push(price(previous, 'BTC', 'EUR'));
  }
  return seen;
}

test('a small move is accepted immediately', () => {
  expect(refreshes('84000', '87000', '84000')).toEqual(['84000.0', '87000.0', '84000.0']);
});

test('a price jump is accepted when the next refresh confirms it', () => {
  expect(refreshes('84000', '60000', '60100')).toEqual(['84000.0', null, '60100.0']);
});

test('a glitch is never quoted', () => {
  expect(refreshes('84000', '8400', '84010')).toEqual(['84000.0', null, '84010.0']);
  expect(refreshes('84000', '8400', '30000', '84010')).toEqual(['84000.0', null, null, '84010.0']);
});

test('a gap in the sources does not disable the guard', () => {
  expect(refreshes('84000', null, '8400', '84010')).toEqual(['84000.0', null, null, '84010.0']);
});

test('a price too old to compare with does not hold a new one back', () => {
  expect(refreshes('84000', null, null, null, null, null, '60000').at(-1)).toBe('60000.0');
});

test('the same prices read twice do not confirm a jump', () => {
  const first = snapshotOf(btc('84000', '84000'));
  const jumped = btc('60000', '60000').map((ticker) => ({ ...ticker, fetchedAt: NOW + 30_000 }));
  const second = snapshotOf(jumped, { now: NOW + 30_000, previous: first });
  const third = snapshotOf(jumped, { now: NOW + 60_000, previous: second });
  expect(third.mids.has('BTC')).toBe(false);
});

test('a minority of poisoned sources moves the price no more than the good ones differ', () => {
  const good = fc.array(fc.integer({ min: 83_500, max: 84_500 }), { minLength: 3, maxLength: 6 });
  const poison = fc.array(fc.integer({ min: -1_000, max: 10_000_000 }), { maxLength: 2 });
  fc.assert(
    fc.property(good, poison, (honest, lies) => {
      const snapshot = snapshotOf(btc(...[...honest, ...lies].map(String)));
      const mid = snapshot.mids.get('BTC');
      if (mid === undefined) return;
      const value = Number(formatDecimal(mid.price));
      const within = lies.filter((lie) => lie > 83_000 * 0.94 && lie < 85_000 * 1.06);
      expect(value).toBeGreaterThanOrEqual(Math.min(...honest, ...within));
      expect(value).toBeLessThanOrEqual(Math.max(...honest, ...within));
    }),
  );
});

test('a snapshot survives its storage', () => {
  const snapshot = snapshotOf([...eurUsd, ...btc('84000.123', '84100')]);
  const again = decodeSnapshot(JSON.parse(JSON.stringify(encodeSnapshot(snapshot))));
  expect(again.at).toBe(snapshot.at);
  for (const code of ['EUR', 'USD', 'BTC']) {
    expect(price(again, code, 'EUR')).toBe(price(snapshot, code, 'EUR'));
    expect(again.mids.get(code)).toMatchObject({ freshUntil: snapshot.mids.get(code)?.freshUntil });
  }
});

test('the deviation of agreeing sources is computed and stored', () => {
  const snapshot = snapshotOf(btc('84000', '84100', '84200', '120000'));
  const stored = decodeSnapshot(JSON.parse(JSON.stringify(encodeSnapshot(snapshot))));
  expect(Number(stored.mids.get('BTC')?.apart)).toBeCloseTo(200 / 84_100, 5);
  expect(snapshotOf(btc('84000', '84000')).mids.get('BTC')?.apart).toMatch(/^0(\.0+)?$/);
});
