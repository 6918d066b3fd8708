// Kraken's documented responses, including the unusual ones.
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src/core/money.ts';
import kraken from '../../../src/rates/providers/kraken.ts';
import { requestProvider } from '../support.ts';

const ALL = 'https://api.kraken.com/0/public/Ticker';
const REQUESTED = `${ALL}?pair=`;

/** An entry of a Ticker response: ask and bid with their lot sizes, last trade, the day's figures. */
const market = (bid: string, ask: string) => `{
  "a": [${ask}, "1", "1.000"], "b": [${bid}, "2", "2.000"], "c": ["1.00000", "0.00010000"],
  "v": ["99.1", "213.5"], "p": ["1.0", "1.0"], "t": [4711, 9876], "l": ["1.0", "1.0"],
  "h": ["1.0", "1.0"], "o": "1.00000" }`;
const answer = (markets: Readonly<Record<string, string>>) =>
  `{"error":[],"result":{${Object.entries(markets).map(([name, body]) => `"${name}":${body}`)}}}`;

async function said(answers: Readonly<Record<string, string>>) {
  const tickers = await requestProvider(kraken, answers);
  return tickers.map(({ base, quote, price }) => `${base}/${quote} ${formatDecimal(price)}`);
}

test("pairs are read in each of Kraken's spellings", async () => {
  const text = answer({
    XXBTZEUR: market('"83999.90000"', '"84000.10000"'),
    BCHEUR: market('"459.0"', '"461.0"'),
    XLTCZUSD: market('"90.00"', '"90.02"'),
    XRPGBP: market('"1.60000"', '"1.60002"'),
    ZEURZUSD: market('"1.15999"', '"1.16001"'),
  });
  expect(await said({ [REQUESTED]: text })).toEqual([
    'BTC/EUR 84000.0',
    'BCH/EUR 460.0',
    'LTC/USD 90.01',
    'XRP/GBP 1.60001',
    'EUR/USD 1.16',
  ]);
});

test('a pair that is listed inverted is used as listed', async () => {
  const text = answer({
    USDXBT: market('"0.0000102"', '"0.0000104"'),
    EURGBP: market('"0.87"', '"0.87"'),
  });
  expect(await said({ [REQUESTED]: text })).toEqual(['USD/BTC 0.0000103', 'EUR/GBP 0.87']);
});

test('a market without a valid price is omitted and the others stay', async () => {
  const text = answer({
    XXBTZEUR: market('null', '"84000.1"'),
    XETHZEUR: market('"NaN"', '"2700"'),
    LTCEUR: market('"0.0"', '"78.0"'),
    BCHEUR: market('"500.0"', '"460.0"'),
    XXRPZEUR: market('"1.0"', '"2.7"'),
    XXBTZUSD: 'null',
    XETHZUSD: market('NaN', '3100'),
    XETHZGBP: market('"2300.0"', '"2300.0"'),
  });
  expect(await said({ [REQUESTED]: text })).toEqual(['ETH/GBP 2300.0']);
});

test('markets that were not requested are omitted', async () => {
  const text = answer({ SOLEUR: market('"150"', '"150"'), XXBTZJPY: market('"1"', '"1"') });
  expect(await said({ [REQUESTED]: text })).toEqual([]);
});

test('a delisted pair makes it read the list of all markets instead', async () => {
  const all = answer({ XXBTZEUR: market('"84000"', '"84000"') });
  const refusal = '{"error":["EQuery:Unknown asset pair"]}';
  expect(await said({ [REQUESTED]: refusal, [ALL]: all })).toEqual(['BTC/EUR 84000.0']);
});

test('an error document and a non-document are rejected', async () => {
  await expect(said({ [ALL]: '{"error":["EService:Unavailable"]}' })).rejects.toThrow(
    'Unavailable',
  );
  await expect(said({ [ALL]: '{"error":["EQuery:Unknown asset pair"]}' })).rejects.toThrow(
    'Unknown',
  );
  await expect(said({ [ALL]: '<html>502</html>' })).rejects.toThrow(SyntaxError);
  await expect(said({ [ALL]: '{"error":[]}' })).rejects.toThrow('no object "result"');
  await expect(said({ [ALL]: '[]' })).rejects.toThrow('no object "result"');
});
