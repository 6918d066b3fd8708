// Rates as the API returns them: each pair under two keys, `BTCEUR` and `BTC/EUR` (wire.md (c), Rate).
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { assetCodes } from '../coins/choose.ts';
import type { Exchange } from '../contract/objects/exchange-transfers.ts';
import type { Rate, Rates } from '../contract/objects/reference-data.ts';
import { notFound } from '../core/errors.ts';
import { formatDecimal } from '../core/money.ts';
import { allQuotes, fiatCodes, type Pair, pairsOf, type Quote, quoteNow } from './rates.ts';

export function presentRates(app: App): Static<typeof Rates> {
  return Object.fromEntries(
    allQuotes(app).flatMap(({ pair, quote }) => {
      const rate = presentQuote(quote);
      return [
        [`${pair.base}${pair.quote}`, rate],
        [`${pair.base}/${pair.quote}`, rate],
      ];
    }),
  );
}

/** Errors: 404 for a pair that is not listed, 503 when it has no fresh rate. */
export function presentRate(
  app: App,
  wanted: { base: string; quote: string },
): Static<typeof Rate> {
  return presentListed(app, ({ base, quote }) => base === wanted.base && quote === wanted.quote);
}

/** The legacy form with the pair in one segment. */
export function presentRateOfPair(app: App, text: string): Static<typeof Rate> {
  return presentListed(app, ({ base, quote }) => `${base}${quote}` === text);
}

function presentListed(app: App, isWanted: (pair: Pair) => boolean): Static<typeof Rate> {
  const pair = pairsOf(assetCodes(app.coins.values()), fiatCodes(app)).find(isWanted);
  if (pair === undefined) throw notFound();
  return presentQuote(quoteNow(app, pair));
}

function presentQuote(quote: Quote): Static<typeof Rate> {
  return { buy_rate: formatDecimal(quote.buyRate), sell_rate: formatDecimal(quote.sellRate) };
}

/** Of a payment that was converted. The object's fee has its own field. */
export function presentExchange(
  rate: string,
  base: string,
  quote: string,
): Static<typeof Exchange> {
  return { pair: `${base}${quote}`, rate, fee: '0.0', fee_currency: quote };
}
