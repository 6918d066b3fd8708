// Values a payment at the moment when it is stored, for the merchant's accounting. Nothing is posted.
import type { Instance } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { AppError } from '../core/errors.ts';
import { toQuote } from '../core/money.ts';
import { quoteNow } from '../rates/rates.ts';

/** The currency of stored values. */
const VALUED_IN = 'EUR';

/** Values in EUR cents, rounded down, from amounts in the coin's smallest unit. Null: no rate is available now. */
export function valuerOf(instance: Instance, { asset }: Coin): (amount: bigint) => bigint | null {
  const quote = instance.currencies.get(VALUED_IN);
  const rate = sellRate(instance, asset.code);
  if (quote === undefined || rate === null) return () => null;
  return (amount) => toQuote(amount, { base: asset, quote, rate }, 'down');
}

function sellRate(instance: Instance, base: string) {
  try {
    return quoteNow(instance, { base, quote: VALUED_IN }).sellRate;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}
