// What money is worth in another currency, for limits: at the rates in force, at the price of buying, rounded up.
// Every inaccuracy is against the one who spends. From memory, so it may be asked inside a transaction.
import type { Till } from '../app.ts';
import { known } from '../core/assert.ts';
import { type Currency, toQuote } from '../core/money.ts';
import { quoteNow } from '../rates/rates.ts';

/** Throws 503 `rates_unavailable`. */
export function valueIn(
  till: Till,
  money: { code: string; amount: bigint },
  currency: Currency,
): bigint {
  if (money.code === currency.code) return money.amount;
  if (money.amount === 0n) return 0n;
  const base = known(till.currencies.get(money.code), 'currency is registered');
  const rate = quoteNow(till, { base: base.code, quote: currency.code }).buyRate;
  return toQuote(money.amount, { base, quote: currency, rate }, 'up');
}
