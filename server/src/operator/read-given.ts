// What the operator names in an input, as the features know it: coins with their treasuries, addresses and amounts.
import type { App } from '../app.ts';
import { addressProblem } from '../coins/address-problem.ts';
import { chooseAmount } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { readListedPayee } from '../coins/payee.ts';
import { known } from '../core/assert.ts';
import { AppError, type ErrorDetail, isToldOf, rule } from '../core/errors.ts';
import type { Treasury } from '../payouts/send/treasury.ts';
import type { OperatorApp } from './operator.ts';

interface GivenCoin {
  readonly coin?: string | undefined;
}

const ALL_COINS = 'all';

interface GivenAddress {
  readonly currency?: string | undefined;
  readonly address?: string | undefined;
}

interface GivenAmount {
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

export function findCoinProblems(
  app: OperatorApp,
  { coin }: GivenCoin,
  problems: ErrorDetail[],
): void {
  if (isToldOf(problems, 'coin') || named(app, coin) !== undefined) return;
  problems.push(rule.oneOf('coin', [...app.treasuries.keys()]));
}

/** `all` is every coin. */
export function findCoinsProblems(
  app: OperatorApp,
  { coin }: GivenCoin,
  problems: ErrorDetail[],
): void {
  if (coin === ALL_COINS || isToldOf(problems, 'coin') || named(app, coin) !== undefined) return;
  problems.push(rule.oneOf('coin', [...app.treasuries.keys(), ALL_COINS]));
}

function named(app: OperatorApp, text: string | undefined): Treasury | undefined {
  const code = text?.toLowerCase();
  return [...app.treasuries.values()].find(({ coin }) => coin.code.toLowerCase() === code);
}

/** Of an input in which no problem was found. */
export function treasuryGiven(app: OperatorApp, coin: string): Treasury {
  return known(named(app, coin), 'the coin was checked');
}

export function treasuriesGiven(app: OperatorApp, coin: string): readonly Treasury[] {
  return coin === ALL_COINS ? [...app.treasuries.values()] : [treasuryGiven(app, coin)];
}

/** Errors: 422 `cannot_be_sent`. */
export function treasuryOf(app: OperatorApp, coin: string): Treasury {
  const treasury = app.treasuries.get(coin);
  if (treasury !== undefined) return treasury;
  const message = `${coin} cannot be sent as configured`;
  throw new AppError({ code: 'cannot_be_sent', status: 422, message });
}

/** As lists, withdrawals and deposits know it. */
export function findAddressProblems(app: App, given: GivenAddress, problems: ErrorDetail[]): void {
  const coin = app.coins.get(given.currency ?? '');
  if (coin === undefined || given.address === undefined || isToldOf(problems, 'address')) return;
  if (parsed(app, coin, given.address) === null)
    problems.push(addressProblem(app, coin, { text: given.address, target: 'address' }));
}

/** As `findAddressProblems`, of what is to be paid. */
export function findPayeeProblems(app: App, given: GivenAddress, problems: ErrorDetail[]): void {
  const { address: text } = given;
  const coin = app.coins.get(given.currency ?? '');
  if (coin === undefined || text === undefined || isToldOf(problems, 'address')) return;
  readListedPayee(app, { coin, text, target: 'address' }, problems);
}

/** Of an input in which no problem was found. */
export function destinationGiven(app: App, given: Required<GivenAddress>): Destination {
  const coin = known(app.coins.get(given.currency ?? ''), 'the coin was checked');
  return known(parsed(app, coin, given.address ?? ''), 'the address was checked');
}

/** As coins store what is meant; as it is when no coin knows it. */
export function addressesMeant(app: App, text: string): readonly string[] {
  const found = [...app.knownCoins.values()].flatMap((coin) => parsed(app, coin, text) ?? []);
  return [...new Set([text, ...found.map(({ address }) => address)])];
}

function parsed(app: App, coin: Coin, address: string): Destination | null {
  return coin.parseAddress(address, app.config.network);
}

/** Null when something is wrong with it, or with the currency, which is told. */
function readAmount(app: App, given: GivenAmount, problems: ErrorDetail[]): bigint | null {
  const currency = app.currencies.get(given.currency ?? '');
  if (currency === undefined || isToldOf(problems, 'amount')) return null;
  return chooseAmount(currency, { value: given.amount, target: 'amount' }, problems);
}

/** Read in the precision of its currency. */
export function findAmountProblems(app: App, given: GivenAmount, problems: ErrorDetail[]): void {
  readAmount(app, given, problems);
}

/** Of an input in which no problem was found. */
export function amountGiven(app: App, given: GivenAmount): bigint {
  return known(readAmount(app, given, []), 'the amount was checked');
}

export function isNothing(amount: string | undefined): boolean {
  return amount !== undefined && /^0+(\.0+)?$/.test(amount);
}
