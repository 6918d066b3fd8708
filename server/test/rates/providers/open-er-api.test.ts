// The documented response of the open ExchangeRate-API feed. Its prices are JSON numbers.
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src/core/money.ts';
import openErApi from '../../../src/rates/providers/open-er-api.ts';
import { requestProvider } from '../support.ts';

const LATEST = 'https://open.er-api.com/v6/latest/EUR';
const answer = (rates: string, updated = '1795219351') => `{"result":"success",
  "provider":"https://www.exchangerate-api.com","documentation":"https://www.exchangerate-api.com/docs/free",
  "time_last_update_unix":${updated},"time_last_update_utc":"Sat, 21 Nov 2026 00:02:31 +0000",
  "time_next_update_unix":1795305751,"time_eol_unix":0,"base_code":"EUR","rates":{"EUR":1,${rates}}}`;

async function said(text: string) {
  const tickers = await requestProvider(openErApi, { [LATEST]: text });
  return tickers.map(({ base, quote, price }) => `${base}/${quote} ${formatDecimal(price)}`);
}

test('a number is read from its text, to the last digit', async () => {
  const rates = '"USD":1.160000000000000000001,"VND":3.0512250001e4,"JPY":180,"AED":4.26';
  expect(await said(answer(rates))).toEqual([
    'EUR/USD 1.160000000000000000001',
    'EUR/JPY 180.0',
    'EUR/VND 30512.250001',
  ]);
});

test('an invalid price is omitted and the others stay', async () => {
  const rates = '"USD":null,"GBP":NaN,"JPY":0,"RUB":-94,"TWD":1e99,"COP":"x","VND":30512';
  expect(await said(answer(rates))).toEqual(['EUR/VND 30512.0']);
});

test('the prices carry the time of the last update', async () => {
  const [ticker] = await requestProvider(openErApi, { [LATEST]: answer('"USD":1.16') });
  expect(ticker?.statedAt).toBe(1_795_219_351_000);
});

test('an error document, another base and a document without a time are rejected', async () => {
  const error = '{"result":"error","error-type":"unsupported-code"}';
  await expect(said(error)).rejects.toThrow('unsupported-code');
  await expect(said('{"result":"error"}')).rejects.toThrow('no success');
  await expect(said(answer('"USD":1').replace('"EUR","rates"', '"USD","rates"'))).rejects.toThrow(
    'base',
  );
  await expect(said(answer('"USD":1', 'null'))).rejects.toThrow('time_last_update_unix');
  await expect(said('[]')).rejects.toThrow('no success');
});
