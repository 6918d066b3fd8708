// Reads what a withdrawal request asks for and prices it: the amount in one of its four forms, fees on top
// or inside, minimum and maximum. Everything that is wrong with the request is told at once.
import type { App } from '../app.ts';
import { checkNetwork, chooseAmount, chooseCoin, chooseCurrency } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { beneficiary } from '../contract/beneficiary.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { known } from '../core/assert.ts';
import type { Decimal } from '../core/decimal.ts';
import { type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { amountOf, type Currency, formatAmount, toBase } from '../core/money.ts';
import {
  AMOUNT_FORMS,
  priceWithdrawal,
  type WithdrawalAmount,
  type WithdrawalPrice,
  type WithdrawalTerms,
} from '../core/pricing/withdrawal.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { networkFeeOf } from './network-fees.ts';
import type { NetworkFeeLevel } from './withdrawal.ts';

export type CreateWithdrawalInput = InputOf<Operations['createCoinWithdrawal']>;

export interface PricedWithdrawal extends Wish {
  readonly level: NetworkFeeLevel;
  readonly rate: Decimal | null;
  readonly price: WithdrawalPrice;
  readonly terms: WithdrawalTerms;
}

/** Minimum payout (interface.md part 8). */
const MINIMUM_EUR = '5';
const FORMS = ['charged_amount', 'charged_amount_to_send', 'received_amount', 'amount'] as const;

/** Errors: 422 `invalid` with every violation, 503 when rates or fees are missing. */
export function priceRequest(
  app: App,
  caller: { project: Project; apiVersion: 1 | 2 },
  input: CreateWithdrawalInput,
): PricedWithdrawal {
  const wish = readWish(app, caller, input);
  const { coin, charged, given } = wish;
  checkMinimum(app, given);
  const level = input.network_fee_level ?? 'average';
  const rate =
    coin.code === charged.code
      ? null
      : quoteNow(app, { base: coin.code, quote: charged.code }).buyRate;
  const terms: WithdrawalTerms = {
    amount: given.amount,
    chargedCurrency: charged,
    receivedCurrency: coin,
    rate,
    networkFee: networkFeeOf(app, coin, level),
    feePercent: feePercentOf(app, caller.project, {
      operation: 'withdrawal',
      currency: charged.code,
    }),
  };
  const price = priceWithdrawal(terms);
  if (price === null) throw invalid(rule.atLeast(given.target, leastOf(terms, given)));
  return { ...wish, level, rate, price, terms };
}

interface Wish {
  readonly coin: Coin;
  readonly charged: Currency;
  readonly destination: Destination;
  readonly given: GivenAmount;
  /** Checked; null when the travel rule is not complied with. */
  readonly beneficiary: object | null;
}

function readWish(
  app: App,
  { apiVersion }: { apiVersion: 1 | 2 },
  input: CreateWithdrawalInput,
): Wish {
  const problems: ErrorDetail[] = [];
  if (input.custom_id === undefined && apiVersion === 1) problems.push(rule.filled('custom_id'));
  if (input.charged_currency === undefined && apiVersion === 2)
    problems.push(rule.filled('charged_currency'));
  const coin = chooseSentCoin(app, input.received_currency, problems);
  const charged =
    input.charged_currency === undefined
      ? coin
      : chooseCurrency(
          app,
          { value: input.charged_currency, target: 'charged_currency' },
          problems,
        );
  if (coin !== null) checkNetwork(coin, input.network, problems);
  const destination = coin === null ? null : readDestination(app, coin, input.address);
  if (coin !== null && destination === null) problems.push(rule.coinAddress('address', coin.code));
  const given =
    coin === null || charged === null
      ? checkForms(input, problems)
      : readAmount(input, { coin, charged }, problems);
  const recipient = readBeneficiary(input, problems);
  const isWhole = coin !== null && charged !== null && destination !== null && given !== null;
  if (!isWhole || problems.length > 0) throw invalid(...problems);
  return { coin, charged, destination, given, beneficiary: recipient };
}

/** A coin whose network can send, or a problem. */
function chooseSentCoin(app: App, value: string, problems: ErrorDetail[]): Coin | null {
  const target = 'received_currency';
  const coin = chooseCoin(app, { value, target }, problems);
  if (coin === null || app.transferNetworks.has(coin.code)) return coin;
  problems.push(rule.oneOf(target, [...app.transferNetworks.keys()]));
  return null;
}

/**
 * Where a tag is needed, "none" must be said: `?dt=0`, or an X-address without a tag (wire.md (b)). An
 * exchange whose tag was forgotten would keep the money.
 */
export function readDestination(app: App, coin: Coin, text: string): Destination | null {
  const destination = coin.parseAddress(text, app.config.network);
  const isTagForgotten =
    coin.destinationTag?.required === true &&
    destination?.tag === null &&
    text === destination.address;
  return isTagForgotten ? null : destination;
}

/** The flag switches the check on (wire.md (b)); without it the beneficiary is not looked at. */
function readBeneficiary(input: CreateWithdrawalInput, problems: ErrorDetail[]): object | null {
  if (input.travel_rule_compliant !== true) return null;
  if (input.beneficiary !== undefined)
    return beneficiary.read(input.beneficiary, 'beneficiary', problems) ?? null;
  problems.push(rule.filled('beneficiary'));
  return null;
}

interface GivenAmount {
  readonly amount: WithdrawalAmount;
  readonly currency: Currency;
  /** The request's field, which a violated limit names. */
  readonly target: string;
}

function checkForms(input: CreateWithdrawalInput, problems: ErrorDetail[]): null {
  const forms = FORMS.filter((name) => input[name] !== undefined);
  if (forms.length !== 1) problems.push(rule.exactlyOneOf(forms[0] ?? 'charged_amount', FORMS));
  return null;
}

function readAmount(
  input: CreateWithdrawalInput,
  sides: { coin: Coin; charged: Currency },
  problems: ErrorDetail[],
): GivenAmount | null {
  const forms = FORMS.filter((name) => input[name] !== undefined);
  const [form] = forms;
  if (form === undefined || forms.length > 1) return checkForms(input, problems);
  if (form === 'amount') return readNewForm(input, sides, problems);
  const shape = AMOUNT_FORMS[form];
  const currency = shape.in === 'charged' ? sides.charged : sides.coin;
  const amount = chooseAmount(currency, { value: input[form] ?? '', target: form }, problems);
  return amount === null ? null : { amount: { amount, ...shape }, currency, target: form };
}

/** `amount` + `amount_currency` + two flags. A flag that is not given means that the fee is on top. */
function readNewForm(
  input: CreateWithdrawalInput,
  sides: { coin: Coin; charged: Currency },
  problems: ErrorDetail[],
): GivenAmount | null {
  const code = input.amount_currency;
  if (code === undefined) {
    problems.push(rule.filled('amount_currency'));
    return null;
  }
  if (code !== sides.charged.code && code !== sides.coin.code) {
    problems.push(rule.oneOf('amount_currency', [sides.charged.code, sides.coin.code]));
    return null;
  }
  const isCharged = code === sides.charged.code;
  const currency = isCharged ? sides.charged : sides.coin;
  const amount = chooseAmount(currency, { value: input.amount ?? '', target: 'amount' }, problems);
  if (amount === null) return null;
  return {
    amount: {
      amount,
      in: isCharged ? 'charged' : 'received',
      includesProcessingFee: input.amount_includes_processing_fee ?? false,
      includesNetworkFee: input.amount_includes_network_fee ?? false,
    },
    currency,
    target: 'amount',
  };
}

/** 5 EUR at the present rate, in the currency of the amount that was given, rounded up. */
function checkMinimum(app: App, given: GivenAmount): void {
  const least = minimumIn(app, given.currency);
  if (given.amount.amount < least) {
    throw invalid(rule.atLeast(given.target, formatAmount(least, given.currency)));
  }
}

function minimumIn(app: App, currency: Currency): bigint {
  const eur = known(app.currencies.get('EUR'), 'EUR is registered');
  const minimum = amountOf(MINIMUM_EUR, eur);
  if (currency.code === eur.code) return minimum;
  const rate = quoteNow(app, { base: currency.code, quote: eur.code }).buyRate;
  return toBase(minimum, { base: currency, quote: eur, rate }, { rounding: 'up' });
}

/** For a request whose fees leave nothing: what one unit received would have taken. */
function leastOf(terms: WithdrawalTerms, given: GivenAmount): string {
  const unit = 10n ** BigInt(terms.receivedCurrency.scale - terms.receivedCurrency.precision);
  const form = { ...AMOUNT_FORMS.received_amount, amount: unit };
  const least = known(priceWithdrawal({ ...terms, amount: form }), 'one unit can be priced');
  if (given.amount.in === 'charged') return formatAmount(least.charged, terms.chargedCurrency);
  return formatAmount(unit + least.networkFee, terms.receivedCurrency);
}

/** The most that the available balance can send: with every fee inside it. In the received currency. */
export function mostReceived(terms: WithdrawalTerms, available: bigint): bigint {
  if (available <= 0n) return 0n;
  const all = { ...AMOUNT_FORMS.charged_amount, amount: available };
  return priceWithdrawal({ ...terms, amount: all })?.received ?? 0n;
}
