// Fees of transfers before planning fixes them: limits, conversion to the sent coin, and fee and tip by shape.
import type { App, Instance } from '../app.ts';
import type {
  FeeQuotes,
  TransferNetwork,
  TransferPlan,
  TransferShape,
} from '../chains/transfers.ts';
import type { Coin } from '../coins/coin.ts';
import { amountOf, smaller } from '../core/money.ts';
import { feeCap } from '../keys/check-transfer.ts';
import { firstFeeLimits } from '../keys/fee-limits.ts';
import { FEE_BUDGET_FACTOR } from '../keys/intent.ts';
import type { CoinWallet, PayableWithdrawal } from './coin-wallet.ts';

export interface FeeBudget {
  /** For one ordinary payment, in the smallest unit. */
  readonly quote: bigint;
  readonly cap: bigint;
  /** As in `FeeQuotes`. */
  readonly tip?: bigint;
}

interface QuotedFee {
  readonly quote: bigint;
  /** As in `FeeQuotes`. */
  readonly tip?: bigint | undefined;
}

/** At most a multiple of what the merchant paid (`charged`), bumps included. Null when even slow is above. */
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

/** The signer's fee limit, in the smallest unit of the coin that fees are paid in. */
export function feeLimit(app: App, { coin, fees }: Pick<CoinWallet, 'coin' | 'fees'>): bigint {
  const limit =
    app.config.networkFeePerTransfer.get(coin.code) ?? firstFeeLimits(coin.code).fee_per_transfer;
  return amountOf(limit, fees?.coin ?? coin);
}

/** The highest fee that a signer signs for a plan with these withdrawals. */
export function signableFee(
  { coin, feeLimits }: Pick<CoinWallet, 'coin' | 'feeLimits'>,
  plan: Pick<TransferPlan, 'coin' | 'origin'>,
  paid: readonly Pick<PayableWithdrawal, 'received_amount' | 'network_fee'>[],
): bigint {
  const intents = paid.map((one) => ({
    amount: one.received_amount,
    networkFee: one.network_fee,
  }));
  return feeCap({ plan, intents, fees: feeLimits, feeCoin: coin.feeCoin });
}

/** Rounded down; 0 when no rate was ever known. */
export function inFeeCoin(app: App, coin: Coin, amount: bigint): bigint {
  if (coin.feeCoin === coin.code) return amount;
  const quote = app.networkFees.get(coin.code);
  return quote?.paid === undefined ? 0n : (amount * quote.paid) / quote.average;
}

/** Rounded up; null when no rate was ever known. */
export function worthOfFee(instance: Instance, coin: Coin, fee: bigint): bigint | null {
  if (coin.feeCoin === coin.code) return fee;
  const quote = instance.networkFees.get(coin.code);
  if (quote?.paid === undefined) return null;
  return (fee * quote.average + quote.paid - 1n) / quote.paid;
}

/** The fee of a transfer of this shape at the quote for an ordinary payment. The tip is the maximum. */
export function plannedFee(
  network: Pick<TransferNetwork, 'feeFor'>,
  { quote, tip }: QuotedFee,
  shape: TransferShape,
): Pick<TransferPlan, 'fee' | 'tip'> {
  const fee = network.feeFor(quote, shape);
  // A node rejects a tip above the fee.
  return { fee, ...(tip === undefined ? {} : { tip: smaller(fee, network.feeFor(tip, shape)) }) };
}
