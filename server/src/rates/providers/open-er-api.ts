// ExchangeRate-API's open access feed: daily mid rates of the euro in all fiat currencies, without a key
// (www.exchangerate-api.com/docs/free), including currencies that the ECB does not publish (RUB, TWD, COP, VND).
import {
  defineRateProvider,
  member,
  objectMember,
  PIVOT,
  readDocument,
  readPrice,
} from '../provider.ts';

/** In milliseconds. Throws when the time is missing, because the age would be unknown. */
function statedAtOf(document: unknown): number {
  const seconds = member(document, 'time_last_update_unix');
  if (typeof seconds !== 'string' || !/^\d{9,11}$/.test(seconds)) {
    throw new Error('open_er_api: the answer has no time_last_update_unix');
  }
  return Number(seconds) * 1000;
}

export default defineRateProvider({
  name: 'open_er_api',
  kind: 'fiat',
  freshSecondsMax: 2 * 86_400,
  async fetch({ fiats, get }) {
    const document = readDocument(await get(`https://open.er-api.com/v6/latest/${PIVOT}`));
    if (member(document, 'result') !== 'success') {
      throw new Error(`open_er_api: ${String(member(document, 'error-type') ?? 'no success')}`);
    }
    if (member(document, 'base_code') !== PIVOT) throw new Error('open_er_api: base is not EUR');
    const statedAt = statedAtOf(document);
    const rates = objectMember(document, 'rates');
    return fiats.flatMap((quote) => {
      const price = quote === PIVOT ? null : readPrice(member(rates, quote));
      return price === null ? [] : [{ base: PIVOT, quote, price, statedAt }];
    });
  },
});
