// Coinbase's documented responses, for coins and for the euro.
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src/core/money.ts';
import coinbase from '../../../src/rates/providers/coinbase.ts';
import { requestProvider } from '../support.ts';

const REQUESTED = 'https://api.coinbase.com/v2/exchange-rates?currency=';
const answer = (currency: string, rates: object) => JSON.stringify({ data: { currency, rates } });

async function said(answers: Readonly<Record<string, string>>) {
  const tickers = await requestProvider(coinbase, answers);
  return tickers.map(({ base, quote, price }) => `${base}/${quote} ${formatDecimal(price)}`);
}

test('each coin is priced only in the liquid fiat currencies', async () => {
  const rates = { AED: '356000', EUR: '84000.105', USD: '97440.5', GBP: '73000', BTC: '1.0' };
  expect(await said({ [`${REQUESTED}BTC`]: answer('BTC', rates) })).toEqual([
    'BTC/EUR 84000.105',
    'BTC/USD 97440.5',
    'BTC/GBP 73000.0',
  ]);
});

test('an invalid price is omitted and the others stay', async () => {
  const rates = { EUR: null, USD: 'NaN', GBP: '73000' };
  const zeros = { EUR: '0', USD: '-2700', GBP: '' };
  const answers = {
    [`${REQUESTED}BTC`]: answer('BTC', rates),
    [`${REQUESTED}ETH`]: answer('ETH', zeros),
  };
  expect(await said(answers)).toEqual(['BTC/GBP 73000.0']);
});

test('a coin that fails does not affect the others', async () => {
  const answers = {
    [`${REQUESTED}BTC`]: '{"errors":[{"id":"invalid_request","message":"Currency is invalid"}]}',
    [`${REQUESTED}ETH`]: '<html>',
    [`${REQUESTED}XRP`]: answer('XRP', { EUR: '1.85' }),
  };
  expect(await said(answers)).toEqual(['XRP/EUR 1.85']);
});

test('a response about another currency is not used', async () => {
  const answers = {
    [`${REQUESTED}BTC`]: answer('ETH', { EUR: '2700' }),
    [`${REQUESTED}LTC`]: answer('LTC', { EUR: '78' }),
  };
  expect(await said(answers)).toEqual(['LTC/EUR 78.0']);
});

test('if all coins fail, the source fails', async () => {
  await expect(said({})).rejects.toThrow('503');
  await expect(said({ [REQUESTED]: '{"errors":[]}' })).rejects.toThrow('no object "data"');
});
