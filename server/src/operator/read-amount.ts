// Amounts that the operator gives: read in the precision of their currency, and a problem when they will not do.
import type { App } from '../app.ts';
import { chooseAmount } from '../coins/choose.ts';
import { known } from '../core/assert.ts';
import { type ErrorDetail, isToldOf } from '../core/errors.ts';

interface Given {
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

/** Null when something is wrong with it, or with the currency, which is told. */
function readAmount(app: App, given: Given, problems: ErrorDetail[]): bigint | null {
  const currency = app.currencies.get(given.currency ?? '');
  if (currency === undefined || isToldOf(problems, 'amount')) return null;
  return chooseAmount(currency, { value: given.amount, target: 'amount' }, problems);
}

export function findAmountProblems(app: App, given: Given, problems: ErrorDetail[]): void {
  readAmount(app, given, problems);
}

/** Of an input in which no problem was found. */
export function amountGiven(app: App, given: Given): bigint {
  return known(readAmount(app, given, []), 'the amount was checked');
}

export function isNothing(amount: string | undefined): boolean {
  return amount !== undefined && /^0+(\.0+)?$/.test(amount);
}
