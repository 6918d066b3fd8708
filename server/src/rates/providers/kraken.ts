// Kraken: order book mid prices of coins in EUR, USD and GBP, and of its live EUR crosses. Public REST API, GET
// /0/public/Ticker (docs.kraken.com/api/docs/rest-api/get-ticker-information). The response spells pairs in several
// ways (XXBTZEUR, BCHEUR, ZEURZUSD) and some in the opposite direction (EURGBP).
import { definedCoins } from '../../coins/registry.ts';
import {
  defineRateProvider,
  LIQUID_FIATS,
  member,
  objectMember,
  PIVOT,
  readDocument,
  readMiddle,
  type Ticker,
} from '../provider.ts';

const URL_ALL = 'https://api.kraken.com/0/public/Ticker';

/** Only crosses that Kraken lists, because one unknown pair would fail the whole request. */
const EUR_CROSSES = new Set(['USD', 'GBP', 'JPY', 'CAD', 'AUD']);

interface Pair {
  readonly base: string;
  readonly quote: string;
}

function wantedPairs(coins: readonly string[], fiats: readonly string[]): readonly Pair[] {
  const ofCoins = coins
    .filter((coin) => symbolOf(coin) !== undefined)
    .flatMap((base) => LIQUID_FIATS.map((quote) => ({ base, quote })));
  const ofFiats = fiats
    .filter((fiat) => EUR_CROSSES.has(fiat))
    .map((quote) => ({ base: PIVOT, quote }));
  return [...ofCoins, ...ofFiats];
}

function krakenCode(currency: string): string {
  return symbolOf(currency) ?? currency;
}

/** For coins that Kraken lists (support.kraken.com, "asset codes"). */
function symbolOf(coin: string): string | undefined {
  return definedCoins.get(coin)?.rates.symbols['kraken'];
}

/** Old assets have a prefix in the response's keys: X for coins, Z for fiat currencies. */
function spellings(currency: string): readonly string[] {
  const code = krakenCode(currency);
  return [code, `X${code}`, `Z${code}`];
}

function keysOf(pairs: readonly Pair[]): ReadonlyMap<string, Pair> {
  const keys = new Map<string, Pair>();
  for (const { base, quote } of pairs) {
    for (const pair of [
      { base, quote },
      { base: quote, quote: base },
    ]) {
      for (const left of spellings(pair.base)) {
        for (const right of spellings(pair.quote)) keys.set(left + right, pair);
      }
    }
  }
  return keys;
}

function tickersOf(result: Readonly<Record<string, unknown>>, pairs: readonly Pair[]): Ticker[] {
  const keys = keysOf(pairs);
  return Object.entries(result).flatMap(([key, value]) => {
    const pair = keys.get(key);
    const price = readMiddle(first(member(value, 'b')), first(member(value, 'a')));
    return pair === undefined || price === null ? [] : [{ ...pair, price }];
  });
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function errorsOf(document: unknown): string {
  const errors = member(document, 'error');
  return Array.isArray(errors) ? errors.join(', ') : '';
}

export default defineRateProvider({
  name: 'kraken',
  kind: 'coin',
  freshSecondsMax: 120,
  async fetch({ coins, fiats, get }) {
    const pairs = wantedPairs(coins, fiats);
    const names = pairs.map(({ base, quote }) => krakenCode(base) + krakenCode(quote));
    let document = readDocument(await get(`${URL_ALL}?pair=${names.join(',')}`));
    // A delisted pair fails the whole request; a request for all pairs still works.
    if (errorsOf(document).includes('Unknown asset pair')) {
      document = readDocument(await get(URL_ALL));
    }
    const problem = errorsOf(document);
    if (problem !== '') throw new Error(`kraken: ${problem}`);
    return tickersOf(objectMember(document, 'result'), pairs);
  },
});
