// Coinbase: prices of coins in EUR, USD and GBP, one request per coin. Public API, GET /v2/exchange-rates?currency=BTC
// (docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates).
import {
  defineRateProvider,
  type FetchText,
  LIQUID_FIATS,
  member,
  objectMember,
  readDocument,
  readPrice,
  type Ticker,
} from '../provider.ts';

const URL = 'https://api.coinbase.com/v2/exchange-rates?currency=';

async function tickersOf(coin: string, get: FetchText): Promise<readonly Ticker[]> {
  const data = objectMember(readDocument(await get(URL + coin)), 'data');
  // A response for another currency would otherwise be used as the price of this one.
  if (data['currency'] !== coin) throw new Error(`coinbase: answer is not about ${coin}`);
  const rates = objectMember(data, 'rates');
  return LIQUID_FIATS.flatMap((quote) => {
    const price = readPrice(member(rates, quote));
    return price === null ? [] : [{ base: coin, quote, price }];
  });
}

export default defineRateProvider({
  name: 'coinbase',
  kind: 'coin',
  freshSecondsMax: 120,
  async fetch({ coins, get }) {
    const answers = await Promise.allSettled(coins.map((coin) => tickersOf(coin, get)));
    const failed = answers.filter((answer) => answer.status === 'rejected');
    // One coin that fails does not affect the others. If all fail, the source fails.
    if (failed.length === answers.length && failed[0] !== undefined) throw failed[0].reason;
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
});
