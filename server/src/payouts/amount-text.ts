// An amount as alarms name it: in the unit that people know, with its coin.
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';

export function amountText(amount: bigint, coin: Coin): string {
  return `${formatAmount(amount, coin)} ${coin.code}`;
}
