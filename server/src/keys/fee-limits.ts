// A signer's limits on network fees. They are not a fee policy, which belongs to the coin wallet: they prevent an
// attacker who has the service's key, or edits a plan, from burning the wallet's funds in fees to miners.
import { feeRulesOf } from '../chains/bitcoind/fee-rules.ts';
import type { Coin } from '../coins/coin.ts';
import { definedCoin } from '../coins/registry.ts';
import { amountOf } from '../core/money.ts';

/** In the smallest unit of the fee coin. */
export interface FeeLimits {
  /** For one transfer, whatever it pays. Transfers without payments have only this limit and the daily one. */
  readonly perTransfer: bigint;
  /** Within any 24 hours. Tokens share the limit of their fee coin. */
  readonly perDay: bigint;
  /** Exempt from `percent`: at a high fee rate, fees are a large share of a small payment. */
  readonly free: bigint;
  /** Percent of the amount paid. Not applied to tokens, whose fees are in another coin. */
  readonly percent: bigint;
  /** Change below this goes to the fee. Same value as in chains/bitcoind/fee-rules.ts. */
  readonly dust: bigint;
}

/** As the operator writes them: decimal amounts of the fee coin. */
export interface FeeTexts {
  readonly fee_per_transfer: string;
  readonly fee_per_day: string;
  readonly fee_free: string;
  readonly fee_percent: number;
}

const FEE_PERCENT = 5;

/** Quotes stay below these limits, with room for replacements (chains/most-quote.ts). */
export function firstFeeLimits(coin: string): FeeTexts {
  const { fees } = definedCoin(coin).limits;
  return {
    fee_per_transfer: fees.perTransfer,
    fee_per_day: fees.perDay,
    fee_free: fees.free,
    fee_percent: FEE_PERCENT,
  };
}

/** `changes`: the operator's overrides. */
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
