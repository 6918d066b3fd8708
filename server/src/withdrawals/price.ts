// Prices a withdrawal request: fees included or on top, minimum and maximum.

import type { Static } from 'typebox';
import type { App, NetworkFeeQuote } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { NETWORK_FEE_LEVELS, type NetworkFee } from '../contract/objects/coin-withdrawals.ts';
import { defined } from '../core/assert.ts';
import { MINUTE, wallNow } from '../core/clock.ts';
import { apiError, type ErrorDetail, rule } from '../core/errors.ts';
import {
  amountOf,
  type Currency,
  type Decimal,
  formatAmount,
  roundTo,
  toBase,
} from '../core/money.ts';
import {
  AMOUNT_FORMS,
  leastAmount,
  priceWithdrawal,
  type WithdrawalPrice,
  type WithdrawalTerms,
} from '../core/pricing/withdrawal.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import type { RequestedAmount } from './requested.ts';
import type { NetworkFeeLevel } from './withdrawal.ts';

/** How long a node may be unreachable before its last quote is too old to charge: several blocks of BTC. */
const FRESH_FOR = 30 * MINUTE;

/** In the coin's smallest unit. Errors: 503 `network_fees_unavailable` without a fresh quote. */
export function networkFeeOf(app: App, coin: Coin, level: NetworkFeeLevel): bigint {
  const quote = freshQuote(app, coin);
  if (quote === null) {
    throw apiError(
      'network_fees_unavailable',
      {},
      { retryAfterSeconds: 5, log: { coin: coin.code } },
    );
  }
  return quote[level];
}

/** Like `networkFeeOf`, but null without a fresh quote. */
export function networkFeeIfKnown(
  app: Pick<App, 'networkFees'>,
  coin: Coin,
  level: NetworkFeeLevel,
): bigint | null {
  return freshQuote(app, coin)?.[level] ?? null;
}

function freshQuote(app: Pick<App, 'networkFees'>, coin: Coin): NetworkFeeQuote | null {
  const quote = app.networkFees.get(coin.code);
  // By the machine's clock: the sandbox's clock may jump by days.
  const isFresh = quote !== undefined && wallNow() - quote.quotedAt <= FRESH_FOR;
  return isFresh ? quote : null;
}

/** By default as in the recorded responses (wire.md): all levels of BTC, the average of other assets. */
export function listNetworkFees(app: App, allNetworks: boolean): Static<typeof NetworkFee>[] {
  const firsts = new Map(
    [...app.coins.values()].toReversed().map((coin) => [coin.asset.code, coin]),
  );
  return [...app.coins.values()].flatMap((coin) => {
    if (!allNetworks && firsts.get(coin.asset.code) !== coin) return [];
    const quote = freshQuote(app, coin);
    if (quote === null) return [];
    const levels =
      coin.feeLevelsShown === 'all' || allNetworks
        ? [...NETWORK_FEE_LEVELS].reverse()
        : (['average'] as const);
    return levels.map((level) => ({
      level,
      fee: formatAmount(
        roundTo(quote[level], coin, { precision: coin.precision, rounding: 'up' }),
        coin,
      ),
      currency: coin.asset.code,
      network: coin.network,
    }));
  });
}

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
