// Addresses that the operator gives, as lists, withdrawals and deposits know them.
import type { App } from '../app.ts';
import { addressProblem } from '../coins/address-problem.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { known } from '../core/assert.ts';
import { type ErrorDetail, isToldOf } from '../core/errors.ts';

interface Given {
  readonly currency?: string | undefined;
  readonly address?: string | undefined;
}

export function findAddressProblems(app: App, given: Given, problems: ErrorDetail[]): void {
  const coin = app.coins.get(given.currency ?? '');
  if (coin === undefined || given.address === undefined || isToldOf(problems, 'address')) return;
  if (read(app, coin, given.address) === null)
    problems.push(addressProblem(app, coin, { text: given.address, target: 'address' }));
}

/** Of an input in which no problem was found. */
export function destinationGiven(app: App, given: Required<Given>): Destination {
  const coin = known(app.coins.get(given.currency ?? ''), 'the coin was checked');
  return known(read(app, coin, given.address ?? ''), 'the address was checked');
}

function read(app: App, coin: Coin, address: string): Destination | null {
  return coin.parseAddress(address, app.config.network);
}
