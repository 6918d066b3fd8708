// What a transfer may cost: today's quote for the merchant's level, but never more than a fixed multiple of
// what he paid when he created the withdrawal, in the coin that fees are paid in. Fixed for good when the transfer is
// planned; a fee bump stays inside it. Pure.
import type { FeeQuotes } from '../../chains/transfers.ts';
import { FEE_BUDGET_FACTOR } from '../../keys/intent.ts';
import type { PayableWithdrawal } from '../send/treasury.ts';

export interface FeeBudget {
  /** For one ordinary payment, in the smallest unit. */
  readonly quote: bigint;
  readonly cap: bigint;
  /** Of the quote, as in `FeeQuotes`. */
  readonly tip?: bigint;
}

/**
 * `charged`: what he paid. Null when even the slow fee is above the budget: the house pays a spike up to that, then the
 * withdrawal waits.
 */
export function feeBudget(
  withdrawal: Pick<PayableWithdrawal, 'network_fee_level'>,
  { quotes, charged }: { quotes: FeeQuotes; charged: bigint },
): FeeBudget | null {
  const wanted = quotes[withdrawal.network_fee_level];
  const paid = charged > 0n ? charged : wanted;
  const cap = paid * FEE_BUDGET_FACTOR;
  if (cap < quotes.slow) return null;
  const quote = wanted < cap ? wanted : cap;
  const tip = quotes.tips?.[withdrawal.network_fee_level];
  return { quote, cap, ...(tip === undefined ? {} : { tip }) };
}
