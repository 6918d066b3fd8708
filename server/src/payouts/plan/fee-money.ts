// What fees are worth in the coin that is sent, where they are paid in another one (tokens). The rate is that of the
// quotes that merchants are shown: both sides of it were taken at the same moment (withdrawals/refresh-fees.ts).
import type { App, Till } from '../../app.ts';
import type { Coin } from '../../coins/coin.ts';

/** An amount of the coin in what its fees are paid in, rounded down; 0 when no rate was ever known. */
export function inFeeCoin(app: App, coin: Coin, amount: bigint): bigint {
  if (coin.feeCoin === coin.code) return amount;
  const quote = app.networkFees.get(coin.code);
  return quote?.paid === undefined ? 0n : (amount * quote.paid) / quote.average;
}

/** What a fee is worth in the coin, rounded up; null when no rate was ever known. */
export function worthOfFee(till: Till, coin: Coin, fee: bigint): bigint | null {
  if (coin.feeCoin === coin.code) return fee;
  const quote = till.networkFees.get(coin.code);
  if (quote?.paid === undefined) return null;
  return (fee * quote.average + quote.paid - 1n) / quote.paid;
}
