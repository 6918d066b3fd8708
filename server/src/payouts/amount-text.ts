// Formats an amount for alerts: in the coin's display unit, with the coin code.
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';

export function amountText(amount: bigint, coin: Coin): string {
  return `${formatAmount(amount, coin)} ${coin.code}`;
}
