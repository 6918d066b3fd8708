// The set of coins and currencies, which is part of the interface.
import { expect, test } from 'vitest';
import { maturityOf } from '../../src/chains/chain.ts';
import { assetCode } from '../../src/coins/coin.ts';
import { allCurrencies, fiats } from '../../src/coins/registry.ts';
import { compareDecimals, decimal } from '../../src/core/money.ts';
import { coinOf, coins, interfaceCoins } from './support.ts';

test('the currencies are those of the interface, in its order', () => {
  expect([...allCurrencies(interfaceCoins).keys()].join(', ')).toBe(
    'BTC, LTC, GBP, CNY, TRY, USD, RUB, KRW, NOK, INR, BCH, ETH, JPY, CAD, THB, AUD, HKD, MYR, NZD, TWD, MXN, BRL, COP, SEK, PLN, HUF, IDR, VND, XRP, EUR',
  );
});

test('coins beyond the interface come after those in it', () => {
  const btc = coinOf('BTC');
  const other = { ...btc, code: 'OTHER', asset: { ...btc.asset, code: 'OTHER' } };
  const codes = [...allCurrencies(new Map([['OTHER', other], ...interfaceCoins])).keys()];
  expect(codes.indexOf('OTHER')).toBe(codes.length - 1);
  expect(codes.slice(0, 2)).toEqual(['BTC', 'LTC']);
});

test('further fiat currencies are off, and come last when they are switched on', () => {
  const usual = [...allCurrencies(interfaceCoins).keys()];
  expect(usual).not.toContain('CHF');
  const codes = [...allCurrencies(interfaceCoins, ['ISK', 'CHF']).keys()];
  expect(codes).toEqual([...usual, 'CHF', 'ISK']);
  expect(allCurrencies(interfaceCoins, ['ISK']).get('ISK')?.precision).toBe(0);
});

test('enabled coins follow, and change nothing before them', () => {
  const codes = [...allCurrencies(coins).keys()];
  const before = [...allCurrencies(interfaceCoins).keys()];
  expect(codes.slice(0, before.length)).toEqual(before);
  const others = codes.slice(before.length);
  expect(others).toEqual([...others].sort());
  expect(others).toEqual(expect.arrayContaining(['DOGE', 'USDC', 'USDT']));
});

test('a coin that is not loaded is no currency', () => {
  const codes = [...allCurrencies(new Map([['BTC', coinOf('BTC')]])).keys()];
  expect(codes.filter((code) => interfaceCoins.has(code))).toEqual(['BTC']);
});

test('each currency is found by its own code and keeps its money rules', () => {
  for (const [code, currency] of allCurrencies(interfaceCoins)) {
    expect(currency.code).toBe(code);
    expect(currency.precision).toBeLessThanOrEqual(currency.scale);
  }
});

test('yen, won and dong have no minor unit, the other fiat currencies have two digits', () => {
  expect(fiats).toHaveLength(25);
  const whole = fiats.filter((fiat) => fiat.precision === 0).map((fiat) => fiat.code);
  expect(whole).toEqual(['KRW', 'JPY', 'VND']);
  expect(fiats.filter((fiat) => fiat.precision === 2)).toHaveLength(22);
  expect(fiats.every((fiat) => fiat.scale === fiat.precision && fiat.kind === 'fiat')).toBe(true);
});

test('the coins count in satoshi, wei, drops and millionths, and are named as on the wire', () => {
  const firsts = [...coins.values()].filter(({ code, asset }) => code === asset.code);
  const rows = firsts.map((c) => [c.code, c.scale, c.precision, c.payPrecision, c.network]);
  expect(rows).toEqual([
    ['BTC', 8, 8, 6, 'bitcoin'],
    ['LTC', 8, 8, 8, 'litecoin'],
    ['BCH', 8, 8, 8, 'bitcoin_cash'],
    ['ETH', 18, 8, 8, 'ethereum'],
    ['XRP', 6, 6, 6, 'ripple'],
    ['BNB', 18, 8, 8, 'bnb_smart_chain'],
    ['DOGE', 8, 8, 8, 'dogecoin'],
    ['POL', 18, 8, 8, 'polygon'],
    ['USDC', 6, 6, 6, 'ethereum'],
    ['USDT', 6, 6, 6, 'ethereum'],
  ]);
});

test('a coinbase is spendable when the network says so', () => {
  // From each coin's consensus/consensus.h; Dogecoin Core: src/chainparams.cpp.
  for (const code of ['BTC', 'LTC', 'BCH']) expect(maturityOf(code, 'coinbase', 'main')).toBe(100);
  expect(maturityOf('DOGE', 'coinbase', 'main')).toBe(240);
  expect(maturityOf('DOGE', 'coinbase', 'regtest')).toBe(60);
  expect(maturityOf('LTC', 'hogex', 'main')).toBe(6);
});

test('tokens pay their network in its own coin, every other coin in itself', () => {
  for (const coin of coins.values()) {
    const fees = coinOf(coin.feeCoin);
    expect(fees.token).toBeNull();
    expect(fees.network).toBe(coin.network);
    if (coin.token === null) expect(coin.feeCoin).toBe(coin.code);
  }
});

test('an asset has the same units on all its networks, and its coins are named after both', () => {
  for (const { code, asset, network, scale, precision, name, rates } of coins.values()) {
    const first = coinOf(asset.code);
    expect({ asset, scale, precision, name, rates }).toEqual({
      asset: first.asset,
      scale: first.scale,
      precision: first.precision,
      name: first.name,
      rates: first.rates,
    });
    expect(code).toBe(first.network === network ? asset.code : `${asset.code}.${network}`);
    expect(assetCode(code)).toBe(asset.code);
  }
});

test('networks that share their keys assign addresses from separate ranges', () => {
  const ranges = new Map<number, string>();
  for (const { network, nodes } of coins.values()) {
    if (nodes.family !== 'evm') continue;
    const { addressRange } = nodes;
    expect(ranges.get(addressRange) ?? network).toBe(network);
    ranges.set(addressRange, network);
    expect(addressRange).toBeLessThan(16);
  }
});

test('no two networks of the family have a chain id in common', () => {
  const ids = new Map<number, string>();
  for (const { network, nodes } of coins.values()) {
    if (nodes.family !== 'evm') continue;
    for (const id of Object.values(nodes.chainIds)) {
      expect(ids.get(id) ?? network).toBe(network);
      ids.set(id, network);
    }
  }
});

test('only XRP has destination tags, and requires them', () => {
  const tagged = [...coins.values()].filter((coin) => coin.destinationTag !== null);
  expect(tagged.map((coin) => [coin.code, coin.destinationTag])).toEqual([
    ['XRP', { required: true, name: 'Destination tag' }],
  ]);
});

test('confirmation tiers rise and the last one is unlimited', () => {
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
      ['10', 1],
      ['100', 3],
      [null, 6],
    ],
  ],
  [
    'ETH',
    [
      ['0.3', 2],
      ['3', 3],
      ['30', 12],
      [null, 33],
    ],
  ],
  [
    'DOGE',
    [
      ['1000', 1],
      ['10000', 3],
      [null, 6],
    ],
  ],
  ['XRP', [[null, 1]]],
  ['USDT', [[null, 33]]],
  ['USDC', [[null, 33]]],
])('%s deposits need the published confirmations', (code, tiers) => {
  const found = coinOf(code).confirmationTiers.map((tier) => [tier.upTo, tier.confirmations]);
  expect(found).toEqual(tiers);
});
