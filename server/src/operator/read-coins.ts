// The coins that the operator names, in letters of either case, each with its treasury.
import { known } from '../core/assert.ts';
import { AppError, type ErrorDetail, isToldOf, rule } from '../core/errors.ts';
import type { Treasury } from '../payouts/send/treasury.ts';
import type { OperatorApp } from './operator.ts';

interface Given {
  readonly coin?: string | undefined;
}

const ALL = 'all';

export function findCoinProblems(app: OperatorApp, { coin }: Given, problems: ErrorDetail[]): void {
  if (isToldOf(problems, 'coin') || named(app, coin) !== undefined) return;
  problems.push(rule.oneOf('coin', [...app.treasuries.keys()]));
}

/** `all` is every coin. */
export function findCoinsProblems(
  app: OperatorApp,
  { coin }: Given,
  problems: ErrorDetail[],
): void {
  if (coin === ALL || isToldOf(problems, 'coin') || named(app, coin) !== undefined) return;
  problems.push(rule.oneOf('coin', [...app.treasuries.keys(), ALL]));
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
  return coin === ALL ? [...app.treasuries.values()] : [treasuryGiven(app, coin)];
}

/** Errors: 422 `cannot_be_sent`. */
export function treasuryOf(app: OperatorApp, coin: string): Treasury {
  const treasury = app.treasuries.get(coin);
  if (treasury !== undefined) return treasury;
  const message = `${coin} cannot be sent as configured`;
  throw new AppError({ code: 'cannot_be_sent', status: 422, message });
}
