// The set of coins and currencies, which is part of the interface.
import { expect, test } from 'vitest';
import { allCurrencies } from '../../src/coins/currencies.ts';
import { fiats } from '../../src/coins/fiats.ts';
import { compareDecimals, decimal } from '../../src/core/decimal.ts';
import { coinOf, coins, interfaceCoins } from './support.ts';

test('the currencies are those of the interface, in its order', () => {
  expect([...allCurrencies(interfaceCoins).keys()].join(', ')).toBe(
    'BTC, LTC, GBP, CNY, TRY, USD, RUB, KRW, NOK, INR, BCH, ETH, JPY, CAD, THB, AUD, HKD, MYR, NZD, TWD, MXN, BRL, COP, SEK, PLN, HUF, IDR, VND, XRP, EUR',
  );
});

test('a coin that the interface does not name comes after those it names', () => {
  const other = { ...coinOf('BTC'), code: 'OTHER' };
  const codes = [...allCurrencies(new Map([['OTHER', other], ...interfaceCoins])).keys()];
  expect(codes.indexOf('OTHER')).toBe(codes.length - 1);
  expect(codes.slice(0, 2)).toEqual(['BTC', 'LTC']);
});

test('coins that are switched on follow, and change nothing before them', () => {
  const codes = [...allCurrencies(coins).keys()];
  expect(codes).toEqual([...allCurrencies(interfaceCoins).keys(), 'DOGE', 'USDC', 'USDT']);
});

test('a coin that is not loaded is no currency', () => {
  const codes = [...allCurrencies(new Map([['BTC', coinOf('BTC')]])).keys()];
  expect(codes.filter((code) => interfaceCoins.has(code))).toEqual(['BTC']);
});

test('each currency is found under its own code and keeps its money rules', () => {
  for (const [code, currency] of allCurrencies(interfaceCoins)) {
    expect(currency.code).toBe(code);
    expect(currency.precision).toBeLessThanOrEqual(currency.scale);
  }
});

test('yen, won and dong have no minor unit, the other fiats have two digits', () => {
  expect(fiats).toHaveLength(25);
  const whole = fiats.filter((fiat) => fiat.precision === 0).map((fiat) => fiat.code);
  expect(whole).toEqual(['KRW', 'JPY', 'VND']);
  expect(fiats.filter((fiat) => fiat.precision === 2)).toHaveLength(22);
  expect(fiats.every((fiat) => fiat.scale === fiat.precision && fiat.kind === 'fiat')).toBe(true);
});

test('the coins count in satoshi, wei, drops and millionths, and are named as on the wire', () => {
  const rows = [...coins.values()].map((c) => [
    c.code,
    c.scale,
    c.precision,
    c.payPrecision,
    c.network,
  ]);
  expect(rows).toEqual([
    ['BTC', 8, 8, 6, 'bitcoin'],
    ['LTC', 8, 8, 8, 'litecoin'],
    ['BCH', 8, 8, 8, 'bitcoin_cash'],
    ['ETH', 18, 8, 8, 'ethereum'],
    ['XRP', 6, 6, 6, 'ripple'],
    ['DOGE', 8, 8, 8, 'dogecoin'],
    ['USDC', 6, 6, 6, 'ethereum'],
    ['USDT', 6, 6, 6, 'ethereum'],
  ]);
});

test('tokens pay the network in ether, every other coin in itself', () => {
  for (const coin of coins.values())
    expect(coin.feeCoin).toBe(coin.token === null ? coin.code : 'ETH');
  const tokens = [...coins.values()].filter((coin) => coin.token !== null);
  expect(tokens.map((coin) => coin.code)).toEqual(['USDC', 'USDT']);
});

test('only XRP has destination tags, and needs them', () => {
  const tagged = [...coins.values()].filter((coin) => coin.destinationTag !== null);
  expect(tagged.map((coin) => [coin.code, coin.destinationTag])).toEqual([
    ['XRP', { required: true, name: 'Destination tag' }],
  ]);
});

test('confirmation tiers rise and the last one has no end', () => {
  for (const coin of coins.values()) {
    const bounds = coin.confirmationTiers.map((tier) => tier.upTo);
    expect(bounds.indexOf(null)).toBe(bounds.length - 1);
    coin.confirmationTiers.slice(1).forEach((tier, n) => {
      const before = coin.confirmationTiers[n];
      expect(tier.confirmations).toBeGreaterThan(before?.confirmations ?? Number.POSITIVE_INFINITY);
      if (tier.upTo === null) return;
      expect(compareDecimals(decimal(tier.upTo), decimal(before?.upTo ?? tier.upTo))).toBe(1);
    });
  }
});

test.each([
  [
    'BTC',
    [
      ['1', 1],
      ['10', 3],
      [null, 6],
    ],
  ],
  [
    'BCH',
    [
      ['1', 1],
      ['10', 3],
      [null, 6],
    ],
  ],
  [
    'LTC',
    [
      ['100', 1],
      ['1000', 3],
      [null, 6],
    ],
  ],
  ['ETH', [[null, 33]]],
  ['XRP', [[null, 1]]],
  [
    'USDT',
    [
      ['1000', 3],
      ['5000', 5],
      [null, 6],
    ],
  ],
  ['USDC', [[null, 12]]],
])('%s deposits need as many confirmations as were published', (code, tiers) => {
  const found = coinOf(code).confirmationTiers.map((tier) => [tier.upTo, tier.confirmations]);
  expect(found).toEqual(tiers);
});
