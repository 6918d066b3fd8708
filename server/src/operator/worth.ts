// Values amounts in one currency for comparison: at the current sell rate of merchants, in whole units, rounded down.
// Nothing is posted.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { toQuote } from '../core/money.ts';
import { quoteNow } from '../rates/rates.ts';

export const VALUED_IN = 'EUR';

/** A value in the smallest unit of the requested currency. Null without a rate. */
export type Worth = (amount: bigint, currency: string) => bigint | null;

export function worthIn(app: App, code: string): Worth {
  const quote = app.currencies.get(code);
  return (amount, from) => {
    if (amount === 0n || from === code) return amount;
    const base = app.currencies.get(from);
    if (base === undefined || quote === undefined) return null;
    const rate = sellRateOf(app, from, code);
    if (rate === null) return null;
    const facts = { base, quote, rate };
    return amount > 0n ? toQuote(amount, facts, 'down') : -toQuote(-amount, facts, 'up');
  };
}

/** Null when any part has no value: a partial sum would look complete. */
export function sumOfWorths(worths: readonly (bigint | null)[]): bigint | null {
  return worths.reduce<bigint | null>(
    (sum, worth) => (sum === null || worth === null ? null : sum + worth),
    0n,
  );
}

function sellRateOf(app: App, base: string, quote: string) {
  try {
    return quoteNow(app, { base, quote }).sellRate;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}
