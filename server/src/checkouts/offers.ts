// What remains of a checkout in each coin that can be chosen, at the current rates.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { type Currency, type Decimal, toBase } from '../core/money.ts';
import { minimumDeposit } from '../deposits/minimum.ts';
import type { Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { canBeChosen } from './choices.ts';
import type { Progress } from './progress.ts';

export interface Offer {
  readonly coin: Coin;
  /** In the coin, rounded up as its invoice will be. */
  readonly amount: bigint;
  /** Price currency per unit of the coin. Null: the price is in the coin. */
  readonly rate: Decimal | null;
  /** In the coin. */
  readonly minimum: bigint;
  /** Of a simple payment at the average level, in `feeCoin`. Null: no estimate yet. */
  readonly fee: bigint | null;
  readonly feeCoin: Coin;
}

/**
 * Left out: coins without a current rate, that are no longer offered, or in which so little would not be counted, and
 * those that can be chosen no more (choices.ts).
 */
export function offersOf(app: App, project: Project, progress: Progress): Offer[] {
  const { checkout, decision } = progress;
  const now = new Date(app.clock.now());
  const quote = defined(app.currencies.get(checkout.price_currency), 'currency is registered');
  return checkout.coins.flatMap((code): Offer[] => {
    const coin = app.coins.get(code);
    if (coin === undefined || !canBeChosen(progress, coin, now)) return [];
    const found = priceIn(app, { coin, quote, price: decision.remaining });
    if (found === undefined) return [];
    const minimum = minimumDeposit(app, found.coin, project.settings);
    return found.amount < minimum ? [] : [{ ...found, minimum, ...feeOf(app, found.coin) }];
  });
}

type Priced = Pick<Offer, 'coin' | 'amount' | 'rate'>;

function priceIn(
  app: App,
  { coin, quote, price }: { coin: Coin; quote: Currency; price: bigint },
): Priced | undefined {
  if (coin.asset.code === quote.code) return { coin, amount: price, rate: null };
  try {
    const { sellRate: rate } = quoteNow(app, { base: coin.asset.code, quote: quote.code });
    const rule = { rounding: 'up', precision: coin.payPrecision } as const;
    return { coin, amount: toBase(price, { base: coin.asset, quote, rate }, rule), rate };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function feeOf(app: App, coin: Coin): Pick<Offer, 'fee' | 'feeCoin'> {
  const quote = app.networkFees.get(coin.code);
  const feeCoin = defined(app.knownCoins.get(coin.feeCoin), 'the coin is registered');
  return { fee: quote?.paid ?? quote?.ordinary ?? quote?.average ?? null, feeCoin };
}
