// Prices a withdrawal request: fees included or on top, minimum and maximum.
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { type ErrorDetail, rule } from '../core/errors.ts';
import { amountOf, type Currency, type Decimal, formatAmount, toBase } from '../core/money.ts';
import {
  AMOUNT_FORMS,
  leastAmount,
  priceWithdrawal,
  type WithdrawalPrice,
  type WithdrawalTerms,
} from '../core/pricing/withdrawal.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { networkFeeOf } from './network-fees.ts';
import type { RequestedAmount } from './requested.ts';
import type { NetworkFeeLevel } from './withdrawal.ts';

export interface Priced {
  readonly rate: Decimal | null;
  readonly price: WithdrawalPrice;
  readonly terms: WithdrawalTerms;
}

/** interface.md part 8. */
const MINIMUM_EUR = '5';

export interface PriceRequest {
  readonly coin: Coin;
  readonly charged: Currency;
  readonly given: RequestedAmount;
  readonly level: NetworkFeeLevel;
  /** Null when it is invalid. */
  readonly destination: Destination | null;
}

/** Null, with a problem added, when the amount is too small. Errors: 503 when rates or fees are missing. */
export function priceRequest(
  app: App,
  { project, requested }: { project: Project; requested: PriceRequest },
  problems: ErrorDetail[],
): Priced | null {
  const { coin, charged, given, level } = requested;
  const least = minimumIn(app, given.currency);
  if (given.amount.amount < least) {
    problems.push(rule.atLeast(given.target, formatAmount(least, given.currency)));
    return null;
  }
  const rate =
    coin.asset.code === charged.code
      ? null
      : quoteNow(app, { base: coin.asset.code, quote: charged.code }).buyRate;
  const terms: WithdrawalTerms = {
    amount: given.amount,
    chargedCurrency: charged,
    receivedCurrency: coin.asset,
    rate,
    networkFee: networkFeeOf(app, coin, level),
    feePercent: feePercentOf(app, project, { operation: 'withdrawal', currency: charged.code }),
  };
  const price = priceWithdrawal(terms);
  const relayed = leastRelayed(app, coin, requested.destination);
  if (price !== null && price.received >= relayed) return { rate, price, terms };
  const amount = leastAmount(terms, relayed);
  problems.push(rule.atLeast(given.target, formatAmount(amount, given.currency)));
  return null;
}

/** The minimum amount that must arrive: one unit of the coin's precision, and the minimum relayed to the address. */
function leastRelayed(app: App, coin: Coin, destination: Destination | null): bigint {
  const unit = 10n ** BigInt(coin.scale - coin.precision);
  if (destination === null) return unit;
  const network = defined(app.transferNetworks.get(coin.code), 'a coin that can be sent');
  const dust = network.dustOf(destination.address);
  return dust > unit ? dust : unit;
}

/** In the currency of the requested amount, at the current rate, rounded up. */
function minimumIn(app: App, currency: Currency): bigint {
  const eur = defined(app.currencies.get('EUR'), 'EUR is registered');
  const minimum = amountOf(MINIMUM_EUR, eur);
  if (currency.code === eur.code) return minimum;
  const rate = quoteNow(app, { base: currency.code, quote: eur.code }).buyRate;
  return toBase(minimum, { base: currency, quote: eur, rate }, { rounding: 'up' });
}

/** The maximum that the available balance can send with all fees included, in the received currency. */
export function mostReceived(terms: WithdrawalTerms, available: bigint): bigint {
  if (available <= 0n) return 0n;
  const all = { ...AMOUNT_FORMS.charged_amount, amount: available };
  return priceWithdrawal({ ...terms, amount: all })?.received ?? 0n;
}
