// Coinbase, fiat part: live prices of the euro, including currencies that the ECB does not publish (RUB, TWD, COP,
// VND). A separate source from coinbase.ts because fiat currencies may be fetched less often than coins.
import {
  defineRateProvider,
  member,
  objectMember,
  PIVOT,
  readDocument,
  readPrice,
} from '../provider.ts';

export default defineRateProvider({
  name: 'coinbase_fiat',
  kind: 'fiat',
  freshSecondsMax: 6 * 3600,
  async fetch({ fiats, get }) {
    const url = `https://api.coinbase.com/v2/exchange-rates?currency=${PIVOT}`;
    const data = objectMember(readDocument(await get(url)), 'data');
    if (data['currency'] !== PIVOT) throw new Error(`coinbase_fiat: answer is not about ${PIVOT}`);
    const rates = objectMember(data, 'rates');
    return fiats.flatMap((quote) => {
      const price = quote === PIVOT ? null : readPrice(member(rates, quote));
      return price === null ? [] : [{ base: PIVOT, quote, price }];
    });
  },
});
