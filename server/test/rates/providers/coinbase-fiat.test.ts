// Coinbase's documented response about the euro.
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src/core/money.ts';
import coinbaseFiat from '../../../src/rates/providers/coinbase-fiat.ts';
import { requestProvider } from '../support.ts';

const REQUESTED = 'https://api.coinbase.com/v2/exchange-rates?currency=EUR';

async function said(answer: object) {
  const tickers = await requestProvider(coinbaseFiat, { [REQUESTED]: JSON.stringify(answer) });
  return tickers.map(({ base, quote, price }) => `${base}/${quote} ${formatDecimal(price)}`);
}

test('the euro is priced in every requested fiat currency, and in nothing else', async () => {
  const rates = { EUR: '1.0', USD: '1.16', VND: '30512.25', BTC: '0.0000119', CHF: '0.93' };
  expect(await said({ data: { currency: 'EUR', rates } })).toEqual([
    'EUR/USD 1.16',
    'EUR/VND 30512.25',
  ]);
});

test('an invalid price is omitted and the others stay', async () => {
  const rates = { USD: null, GBP: 'NaN', JPY: '0', RUB: '-94', TWD: '36.4' };
  expect(await said({ data: { currency: 'EUR', rates } })).toEqual(['EUR/TWD 36.4']);
});

test('a response about another or no currency is rejected', async () => {
  await expect(said({ data: { currency: 'USD', rates: {} } })).rejects.toThrow('not about EUR');
  await expect(said({ data: { currency: 'EUR' } })).rejects.toThrow('no object "rates"');
  await expect(said({ errors: [] })).rejects.toThrow('no object "data"');
});
