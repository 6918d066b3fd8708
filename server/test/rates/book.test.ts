// Guarantees of the sandbox's fixed rates.
import { expect, test } from 'vitest';
import { allCurrencies, definedCoins } from '../../src/coins/registry.ts';
import { furtherFiatCodes } from '../../src/core/further-fiats.ts';
import { decimal, formatDecimal } from '../../src/core/money.ts';
import { SANDBOX_COINS, SANDBOX_FIATS, sandboxSnapshot } from '../../src/rates/sandbox-prices.ts';
import { midOf } from '../../src/rates/snapshot.ts';
import { NOW } from './support.ts';

test('only supported currencies have a price', () => {
  const codes = [...Object.keys(SANDBOX_COINS), ...Object.keys(SANDBOX_FIATS), 'EUR'];
  expect(codes.sort()).toEqual([...allCurrencies(definedCoins, furtherFiatCodes).keys()].sort());
  expect([...sandboxSnapshot({ now: NOW }).mids.keys()].sort()).toEqual(codes.sort());
});

test('a reference rate is returned unchanged', () => {
  const snapshot = sandboxSnapshot({ now: NOW });
  for (const [code, text] of Object.entries(SANDBOX_FIATS)) {
    const mid = midOf(snapshot, 'EUR', code);
    expect(mid && formatDecimal(mid.price)).toBe(formatDecimal(decimal(text)));
  }
});

test('the rates have the requested time', () => {
  const later = NOW + 400 * 86_400_000;
  expect(midOf(sandboxSnapshot({ now: later }), 'BTC', 'VND')?.asOf).toBe(later);
});

test('a price can be changed without affecting the others', () => {
  const moved = sandboxSnapshot({ now: NOW, coins: { BTC: '50000' } });
  expect(formatDecimal(midOf(moved, 'BTC', 'EUR')?.price ?? decimal('0'))).toBe('50000.0');
  expect(formatDecimal(midOf(moved, 'ETH', 'EUR')?.price ?? decimal('0'))).toBe('2700.0');
});
