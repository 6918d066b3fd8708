// A signer's limits on network fees: for one transfer, within a day, and as a share of the payments. They are not a fee
// policy, which belongs to the coin wallet. They prevent an attacker who has the service's key, or edits a plan, from
// burning the wallet's funds in fees to miners.
import { feeRulesOf } from '../chains/bitcoind/fee-rules.ts';
import type { Coin } from '../coins/coin.ts';
import { definedCoin } from '../coins/registry.ts';
import { amountOf } from '../core/money.ts';

/** Amounts in the smallest unit of the coin that fees are paid in. */
export interface FeeLimits {
  /**
   * Maximum for one transfer, whatever it pays. For a transfer without payments, the only limit besides the daily one.
   */
  readonly perTransfer: bigint;
  /** Maximum within any 24 hours. For a coin that pays its own fees; tokens share the limit of their network. */
  readonly perDay: bigint;
  /** Fees up to this are exempt from the share limit: when fees are high, they are a large share of small payments. */
  readonly free: bigint;
  /** Above that, the maximum in percent of what it pays. Not applied to tokens, whose fees are in another coin. */
  readonly percent: bigint;
  /** Change below this goes to the fee. Same value as in chains/bitcoind/fee-rules.ts. */
  readonly dust: bigint;
}

/** Limits as the operator writes them: decimal amounts of the coin that fees are paid in. */
export interface FeeTexts {
  readonly fee_per_transfer: string;
  readonly fee_per_day: string;
  readonly fee_free: string;
  readonly fee_percent: number;
}

const FEE_PERCENT = 5;

/** The defaults of the coin's definition. Quotes stay below them with room for replacements (chains/most-quote.ts). */
export function firstFeeLimits(coin: string): FeeTexts {
  const { fees } = definedCoin(coin).limits;
  return {
    fee_per_transfer: fees.perTransfer,
    fee_per_day: fees.perDay,
    fee_free: fees.free,
    fee_percent: FEE_PERCENT,
  };
}

/** `changes`: the operator's overrides. `feeCoin`: the coin that the fees are paid in. */
export function feeLimitsOf(
  coin: string,
  feeCoin: Coin,
  changes: Partial<FeeTexts> = {},
): FeeLimits {
  const limits = { ...firstFeeLimits(coin), ...changes };
  return {
    perTransfer: amountOf(limits.fee_per_transfer, feeCoin),
    perDay: amountOf(limits.fee_per_day, feeCoin),
    free: amountOf(limits.fee_free, feeCoin),
    percent: BigInt(limits.fee_percent),
    dust: definedCoin(coin).nodes.family === 'bitcoind' ? feeRulesOf(coin).dust : 0n,
  };
}
