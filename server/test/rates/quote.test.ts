// Guarantees of quotes: rounded against the merchant in each direction, never stale, never zero.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import { furtherFiatCodes } from '../../src/core/further-fiats.ts';
import { compareDecimals, decimal, formatDecimal } from '../../src/core/money.ts';
import { pairsOf, quote } from '../../src/rates/rates.ts';
import { SANDBOX_COINS, SANDBOX_FIATS, sandboxSnapshot } from '../../src/rates/sandbox-prices.ts';
import { midOf, type Snapshot } from '../../src/rates/snapshot.ts';
import { NOW, said, snapshotOf } from './support.ts';

const options = { spreadPercent: decimal('1'), now: NOW, freshSecondsMax: 120 };
const noSpread = { ...options, spreadPercent: decimal('0') };
const book = sandboxSnapshot({ now: NOW });

function shown(pair: string, changes: Partial<typeof options> = {}, snapshot: Snapshot = book) {
  const [base = '', counter = ''] = pair.split('/');
  const { buyRate, sellRate } = quote(
    snapshot,
    { base, quote: counter },
    { ...options, ...changes },
  );
  return [formatDecimal(buyRate), formatDecimal(sellRate)];
}

test('half of the spread is on either side of the middle', () => {
  expect(shown('BTC/EUR')).toEqual(['84420.0', '83580.0']);
  expect(shown('BTC/EUR', { spreadPercent: decimal('0.5') })).toEqual(['84210.0', '83790.0']);
  expect(shown('BTC/EUR', noSpread)).toEqual(['84000.0', '84000.0']);
});

test('rates have the decimals of their kind, buying rounded up and selling down', () => {
  // 78 × 1.16 = 90.48; 1.85 × 0.87 = 1.6095; 84000 / 2700 = 31.1...; 180 / 1.16 = 155.172413...
  expect(shown('LTC/USD', { spreadPercent: decimal('0.0123') })).toEqual(['90.4856', '90.4744']);
  expect(shown('XRP/GBP', { spreadPercent: decimal('0.0123') })).toEqual(['1.609599', '1.609401']);
  expect(shown('BTC/ETH', noSpread)).toEqual(['31.11111112', '31.11111111']);
  expect(shown('USD/JPY', noSpread)).toEqual(['155.172414', '155.172413']);
});

test('a price too small for its decimals gets more of them', () => {
  // 1 / 30500 = 0.0000327868...
  expect(shown('VND/EUR', noSpread)).toEqual(['0.00003279', '0.00003278']);
  const tiny = sandboxSnapshot({ now: NOW, coins: { SHIB: '0.0000000123456' } });
  expect(shown('SHIB/EUR', noSpread, tiny)).toEqual(['0.00000001235', '0.00000001234']);
  // 0.0000000123456 / 84000 = 1.4697...e-13
  expect(shown('SHIB/BTC', noSpread, tiny)).toEqual(['0.000000000000147', '0.0000000000001469']);
});

function refusal(run: () => unknown): AppError | null {
  try {
    run();
    return null;
  } catch (error) {
    return error instanceof AppError ? error : null;
  }
}

test('a pair without a price returns 503 rates_unavailable', () => {
  const snapshot = snapshotOf([said('a', 'BTC/EUR', '84000'), said('b', 'BTC/EUR', '84000')]);
  for (const pair of ['BTC/USD', 'ETH/EUR', 'ETH/BTC']) {
    const error = refusal(() => shown(pair, {}, snapshot));
    expect(error, pair).toMatchObject({ code: 'rates_unavailable', status: 503 });
    expect(error?.retryAfterSeconds).toBeGreaterThan(0);
  }
  expect(shown('BTC/EUR', noSpread, snapshot)).toEqual(['84000.0', '84000.0']);
});

test('a coin price older than the limit is never quoted', () => {
  const fetchedAt = NOW - 60_000;
  const tickers = ['a', 'b'].map((source) => said(source, 'BTC/EUR', '84000', { fetchedAt }));
  const snapshot = snapshotOf(tickers);
  const at = (now: number, freshSecondsMax = 90) =>
    refusal(() => shown('BTC/EUR', { now, freshSecondsMax }, snapshot));
  expect(at(NOW + 30_000)).toBeNull();
  expect(at(NOW + 30_001)).toMatchObject({ code: 'rates_unavailable' });
  // The sources' own limit (120 s) also applies when the configured one is wider.
  expect(at(NOW + 60_000, 3600)).toBeNull();
  expect(at(NOW + 60_001, 3600)).toMatchObject({ code: 'rates_unavailable' });
});

test('daily reference rates are quoted while they are fresh and the refresh runs', () => {
  const daily = { kind: 'fiat', freshSecondsMax: 86_400, fetchedAt: NOW - 80_000_000 } as const;
  const tickers = ['a', 'b'].map((source) => said(source, 'EUR/USD', '1.16', daily));
  const snapshot = snapshotOf(tickers);
  const at = (now: number, freshSecondsMax = 120) =>
    refusal(() => shown('EUR/USD', { now, freshSecondsMax }, snapshot));
  expect(at(NOW + 120_000)).toBeNull();
  expect(at(NOW + 120_001)).toMatchObject({ code: 'rates_unavailable' });
  expect(at(NOW + 6_400_001, 86_400)).toMatchObject({ code: 'rates_unavailable' });
});

test('a clock that moved back does not make old prices fresh', () => {
  expect(refusal(() => shown('BTC/EUR', { now: NOW - 120_001 }))).toMatchObject({ status: 503 });
});

test('buying is never below the middle, selling never above it and never zero', () => {
  const codes = [...Object.keys(SANDBOX_COINS), ...Object.keys(SANDBOX_FIATS), 'EUR', 'SHIB'];
  const snapshot = sandboxSnapshot({ now: NOW, coins: { SHIB: '0.0000000123456' } });
  const anySpread = fc.record({
    digits: fc.bigInt({ min: 0n, max: 5000n }),
    scale: fc.constant(2),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...codes),
      fc.constantFrom(...codes),
      anySpread,
      (base, counter, spreadPercent) => {
        const quoted = quote(snapshot, { base, quote: counter }, { ...options, spreadPercent });
        const mid = midOf(snapshot, base, counter);
        if (mid === null) throw new Error('no mid price');
        expect(compareDecimals(quoted.buyRate, mid.price)).toBeGreaterThanOrEqual(0);
        expect(compareDecimals(quoted.sellRate, mid.price)).toBeLessThanOrEqual(0);
        expect(quoted.sellRate.digits > 0n).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test('each coin is listed in every fiat and in every other coin, once', () => {
  const coins = Object.keys(SANDBOX_COINS);
  const fiats = ['EUR', ...Object.keys(SANDBOX_FIATS)];
  const pairs = pairsOf(coins, fiats).map((pair) => `${pair.base}/${pair.quote}`);
  expect(fiats).toHaveLength(25 + furtherFiatCodes.length);
  expect(pairs).toHaveLength(coins.length * (fiats.length + coins.length - 1));
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(pairs).toContain('XRP/BTC');
  expect(pairs.every((pair) => shown(pair).length === 2)).toBe(true);
});
