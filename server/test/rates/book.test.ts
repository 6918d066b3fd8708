// Guarantees of the sandbox's fixed book.
import { expect, test } from 'vitest';
import { allCurrencies } from '../../src/coins/currencies.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { decimal, formatDecimal } from '../../src/core/decimal.ts';
import { BOOK_COINS, BOOK_FIATS, bookSnapshot } from '../../src/rates/book.ts';
import { midOf } from '../../src/rates/snapshot.ts';
import { NOW } from './support.ts';

test('every supported currency has a price, and nothing else has', () => {
  const codes = [...Object.keys(BOOK_COINS), ...Object.keys(BOOK_FIATS), 'EUR'];
  expect(codes.sort()).toEqual([...allCurrencies(definedCoins).keys()].sort());
  expect([...bookSnapshot({ now: NOW }).mids.keys()].sort()).toEqual(codes.sort());
});

test('a reference rate comes out as it is written in the book', () => {
  const snapshot = bookSnapshot({ now: NOW });
  for (const [code, text] of Object.entries(BOOK_FIATS)) {
    const mid = midOf(snapshot, 'EUR', code);
    expect(mid && formatDecimal(mid.price)).toBe(formatDecimal(decimal(text)));
  }
});

test('the book is of the moment that it is asked for', () => {
  const later = NOW + 400 * 86_400_000;
  expect(midOf(bookSnapshot({ now: later }), 'BTC', 'VND')?.asOf).toBe(later);
});

test('a price can be moved without touching the others', () => {
  const moved = bookSnapshot({ now: NOW, coins: { BTC: '50000' } });
  expect(formatDecimal(midOf(moved, 'BTC', 'EUR')?.price ?? decimal('0'))).toBe('50000.0');
  expect(formatDecimal(midOf(moved, 'ETH', 'EUR')?.price ?? decimal('0'))).toBe('2700.0');
});
