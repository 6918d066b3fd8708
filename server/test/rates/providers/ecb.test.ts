// The ECB's reference rate document, as published daily.
import { expect, test } from 'vitest';
import { formatDecimal } from '../../../src/core/money.ts';
import ecb from '../../../src/rates/providers/ecb.ts';
import { requestProvider } from '../support.ts';

const DAILY = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
const document = (
  cubes: string,
  day = "time='2026-11-20'",
) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube ${day}>
${cubes}
		</Cube>
	</Cube>
</gesmes:Envelope>`;

async function said(answer: string) {
  const tickers = await requestProvider(ecb, { [DAILY]: answer });
  return tickers.map(({ base, quote, price }) => `${base}/${quote} ${formatDecimal(price)}`);
}

test('the rates of the day are read for the requested fiat currencies', async () => {
  const cubes = `			<Cube currency='USD' rate='1.1600'/>
			<Cube currency='JPY' rate='180.05'/>
			<Cube currency="GBP" rate="0.87015"/>
			<Cube currency='ISK' rate='145.10'/>`;
  expect(await said(document(cubes))).toEqual([
    'EUR/USD 1.16',
    'EUR/JPY 180.05',
    'EUR/GBP 0.87015',
  ]);
});

test('the rates carry the day that the document states, so that a frozen document ages', async () => {
  const text = document("<Cube currency='USD' rate='1.16'/>");
  const [ticker] = await requestProvider(ecb, { [DAILY]: text });
  expect(ticker?.statedAt).toBe(Date.UTC(2026, 10, 20));
});

test('an invalid rate is omitted and the others stay', async () => {
  const cubes = `<Cube currency='RUB' rate='N/A'/><Cube currency='JPY' rate='0'/>
    <Cube currency='GBP' rate=''/><Cube currency='USD' rate='1.16'/>`;
  expect(await said(document(cubes))).toEqual(['EUR/USD 1.16']);
});

test('a document without a day, or another document, is rejected', async () => {
  await expect(said(document('', ''))).rejects.toThrow('not a reference rate document');
  await expect(said(document('', "time='2026-99-99'"))).rejects.toThrow('not a reference rate');
  await expect(said('<html><body>Maintenance</body></html>')).rejects.toThrow('not a reference');
  await expect(said('')).rejects.toThrow('not a reference rate document');
});
