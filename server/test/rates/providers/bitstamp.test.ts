// Bitstamp's documented response: the list of all markets.
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src/core/money.ts';
import bitstamp from '../../../src/rates/providers/bitstamp.ts';
import { requestProvider } from '../support.ts';

const ALL = 'https://www.bitstamp.net/api/v2/ticker/';
const market = (pair: unknown, bid: unknown, ask: unknown) => ({
  timestamp: '1795262400',
  open: '1',
  high: '1',
  low: '1',
  last: '1',
  volume: '213.26801100',
  vwap: '1',
  bid,
  ask,
  side: '0',
  open_24: '1',
  percent_change_24: '1.02',
  pair,
});

async function said(answer: string) {
  const tickers = await requestProvider(bitstamp, { [ALL]: answer });
  return tickers.map(({ base, quote, price }) => `${base}/${quote} ${formatDecimal(price)}`);
}
const saidOf = (...markets: readonly unknown[]) => said(JSON.stringify(markets));

test('coins in liquid fiat currencies and fiat currencies against the euro are read, and nothing else', async () => {
  const markets = [
    market('BTC/EUR', '83999', '84001'),
    market('BTC/USD', '97439.00', '97441.00'),
    market('BTC/USD-PERP', '97000', '97000'),
    market('BTC/USDT', '97440', '97440'),
    market('ETH/BTC', '0.03', '0.03'),
    market('SOL/EUR', '150', '150'),
    market('EUR/USD', '1.159', '1.161'),
    market('GBP/EUR', '1.14', '1.16'),
    market('GBP/USD', '1.33', '1.33'),
    market('EUR/EUR', '1', '1'),
  ];
  expect(await saidOf(...markets)).toEqual([
    'BTC/EUR 84000.0',
    'BTC/USD 97440.0',
    'EUR/USD 1.16',
    'GBP/EUR 1.15',
  ]);
});

test('a market without a valid price is omitted and the others stay', async () => {
  const markets = [
    market('BTC/EUR', null, '84001'),
    market('ETH/EUR', 'NaN', '2700'),
    market('LTC/EUR', '0', '0'),
    market('BCH/EUR', '470', '460'),
    market('XRP/EUR', '1.0', '2.7'),
    market(undefined, '1', '1'),
    null,
    'BTC/EUR',
    market('XRP/USD', 2.13, 2.15),
  ];
  expect(await saidOf(...markets)).toEqual(['XRP/USD 2.14']);
});

test('an empty list has no prices, and a non-list is rejected', async () => {
  expect(await said('[]')).toEqual([]);
  await expect(said('{"status":"error","reason":"maintenance"}')).rejects.toThrow('not a list');
  await expect(said('Service Unavailable')).rejects.toThrow(SyntaxError);
});
