// Bitstamp: order book mid prices of coins in EUR, USD and GBP, and of EUR/USD. Public API, GET /api/v2/ticker/
// (www.bitstamp.net/api/#ticker): an array of all markets. Perpetuals ("BTC/USD-PERP") are filtered out.
import {
  defineRateProvider,
  LIQUID_FIATS,
  member,
  PIVOT,
  readDocument,
  readMiddle,
} from '../provider.ts';

function isWanted(pair: readonly string[], coins: readonly string[], fiats: readonly string[]) {
  const [base = '', quote = ''] = pair;
  if (pair.length !== 2) return false;
  if (coins.includes(base)) return LIQUID_FIATS.includes(quote);
  const other = base === PIVOT ? quote : quote === PIVOT ? base : '';
  return fiats.includes(other) && other !== PIVOT;
}

export default defineRateProvider({
  name: 'bitstamp',
  kind: 'coin',
  freshSecondsMax: 120,
  async fetch({ coins, fiats, get }) {
    const document = readDocument(await get('https://www.bitstamp.net/api/v2/ticker/'));
    if (!Array.isArray(document)) throw new Error('bitstamp: the answer is not a list of markets');
    return document.flatMap((market: unknown) => {
      const pair = String(member(market, 'pair')).split('/');
      const price = readMiddle(member(market, 'bid'), member(market, 'ask'));
      const [base = '', quote = ''] = pair;
      return price === null || !isWanted(pair, coins, fiats) ? [] : [{ base, quote, price }];
    });
  },
});
