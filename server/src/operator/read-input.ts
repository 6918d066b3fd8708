// Parses operator inputs into domain values: coins with their wallets, addresses and amounts.
import type { App } from '../app.ts';
import { chooseAmount } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { addressProblem, readListedPayee } from '../coins/payee.ts';
import { defined } from '../core/assert.ts';
import { apiError, type ErrorDetail, isReportedFor, rule } from '../core/errors.ts';
import type { CoinWallet } from '../payouts/coin-wallet.ts';
import type { OperatorApp } from './operator.ts';

interface CoinInput {
  readonly coin?: string | undefined;
}

const ALL_COINS = 'all';

interface AddressInput {
  readonly currency?: string | undefined;
  readonly address?: string | undefined;
}

interface RequestedAmount {
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

export function findCoinProblems(
  app: OperatorApp,
  { coin }: CoinInput,
  problems: ErrorDetail[],
): void {
  if (isReportedFor(problems, 'coin') || named(app, coin) !== undefined) return;
  problems.push(rule.oneOf('coin', [...app.coinWallets.keys()]));
}

/** `all` means every coin. */
export function findCoinsProblems(
  app: OperatorApp,
  { coin }: CoinInput,
  problems: ErrorDetail[],
): void {
  if (coin === ALL_COINS || isReportedFor(problems, 'coin') || named(app, coin) !== undefined)
    return;
  problems.push(rule.oneOf('coin', [...app.coinWallets.keys(), ALL_COINS]));
}

function named(app: OperatorApp, text: string | undefined): CoinWallet | undefined {
  const code = text?.toLowerCase();
  return [...app.coinWallets.values()].find(({ coin }) => coin.code.toLowerCase() === code);
}

export function readWalletInput(app: OperatorApp, coin: string): CoinWallet {
  return defined(named(app, coin), 'the coin was checked');
}

export function readWalletsInput(app: OperatorApp, coin: string): readonly CoinWallet[] {
  return coin === ALL_COINS ? [...app.coinWallets.values()] : [readWalletInput(app, coin)];
}

/** Errors: 422 `cannot_be_sent`. */
export function coinWalletOf(app: OperatorApp, coin: string): CoinWallet {
  const coinWallet = app.coinWallets.get(coin);
  if (coinWallet !== undefined) return coinWallet;
  throw apiError('cannot_be_sent', { coin });
}

/** Parsed into the form that lists, withdrawals and deposits use. */
export function findAddressProblems(app: App, input: AddressInput, problems: ErrorDetail[]): void {
  const coin = app.coins.get(input.currency ?? '');
  if (coin === undefined || input.address === undefined || isReportedFor(problems, 'address'))
    return;
  if (parsed(app, coin, input.address) === null)
    problems.push(addressProblem(app, coin, { text: input.address, target: 'address' }));
}

/** Like `findAddressProblems`, for a payout destination. */
export function findPayeeProblems(app: App, input: AddressInput, problems: ErrorDetail[]): void {
  const { address: text } = input;
  const coin = app.coins.get(input.currency ?? '');
  if (coin === undefined || text === undefined || isReportedFor(problems, 'address')) return;
  readListedPayee(app, { coin, text, target: 'address' }, problems);
}

/** For an input without problems. */
export function readDestinationInput(app: App, input: Required<AddressInput>): Destination {
  const coin = defined(app.coins.get(input.currency ?? ''), 'the coin was checked');
  return defined(parsed(app, coin, input.address ?? ''), 'the address was checked');
}

/** The address in the stored form of each matching coin. Unchanged when no coin accepts it. */
export function parseAddresses(app: App, text: string): readonly string[] {
  const found = [...app.knownCoins.values()].flatMap((coin) => parsed(app, coin, text) ?? []);
  return [...new Set([text, ...found.map(({ address }) => address)])];
}

function parsed(app: App, coin: Coin, address: string): Destination | null {
  return coin.parseAddress(address, app.config.network);
}

/** Null when the amount or its currency is invalid, which is reported. */
function readAmount(app: App, input: RequestedAmount, problems: ErrorDetail[]): bigint | null {
  const currency = app.currencies.get(input.currency ?? '');
  if (currency === undefined || isReportedFor(problems, 'amount')) return null;
  return chooseAmount(currency, { value: input.amount, target: 'amount' }, problems);
}

/** Parsed with the precision of its currency. */
export function findAmountProblems(
  app: App,
  input: RequestedAmount,
  problems: ErrorDetail[],
): void {
  readAmount(app, input, problems);
}

/** For an input without problems. */
export function readRequestedAmount(app: App, input: RequestedAmount): bigint {
  return defined(readAmount(app, input, []), 'the amount was checked');
}

export function isNothing(amount: string | undefined): boolean {
  return amount !== undefined && /^0+(\.0+)?$/.test(amount);
}
