// European Central Bank: the euro foreign exchange reference rates, units of a currency for one euro, published on
// TARGET working days around 16:00 CET as XML
// (www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates).
import { defineRateProvider, PIVOT, readPrice } from '../provider.ts';

const URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
const DAY_CUBE = /<Cube\s+time\s*=\s*['"](\d{4}-\d{2}-\d{2})['"]/;
const CUBE = /<Cube\s+currency\s*=\s*['"]([A-Z]{3})['"]\s+rate\s*=\s*['"]([^'"<>]*)['"]/g;

export default defineRateProvider({
  name: 'ecb',
  kind: 'fiat',
  // The date counts from midnight: Maundy Thursday 00:00 to Easter Tuesday 16:00 is 5.7 days.
  freshSecondsMax: 6 * 86_400,
  async fetch({ fiats, get }) {
    const text = await get(URL);
    const day = DAY_CUBE.exec(text)?.[1];
    const statedAt = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(statedAt)) throw new Error('ecb: the answer is not a reference rate document');
    return [...text.matchAll(CUBE)].flatMap(([, quote = '', rate]) => {
      const price = fiats.includes(quote) ? readPrice(rate) : null;
      return price === null ? [] : [{ base: PIVOT, quote, price, statedAt }];
    });
  },
});
