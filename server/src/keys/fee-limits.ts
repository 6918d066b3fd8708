// What a signer lets networks take: for one transfer, within a day, and of what a transfer pays. They are no fee
// policy, which is the treasury's: they keep whoever holds the service's key, or edits a plan, from giving the wallet
// away to miners.
import { feeRulesOf } from '../chains/bitcoind/fee-rules.ts';
import type { Coin } from '../coins/coin.ts';
import { definedCoin } from '../coins/registry.ts';
import { amountOf } from '../core/money.ts';

/** In the smallest unit of the coin that fees are paid in. */
export interface FeeLimits {
  /** The most for one transfer, whatever it pays; for one that pays nobody the only limit beside the day's. */
  readonly perTransfer: bigint;
  /** The most within any 24 hours. Of a coin that pays its own fees; tokens share that of their network. */
  readonly perDay: bigint;
  /** Up to this nobody asks what a transfer pays: small payments cost a large share on a dear day. */
  readonly free: bigint;
  /** Above that, the most in hundredths of what it pays. Not asked of tokens, whose fees are in another coin. */
  readonly percent: bigint;
  /** Change below this goes to the fee. As in chains/bitcoind/fee-rules.ts. */
  readonly dust: bigint;
}

/** As an operator writes them: decimal amounts of the coin that fees are paid in. */
export interface FeeTexts {
  readonly fee_per_transfer: string;
  readonly fee_per_day: string;
  readonly fee_free: string;
  readonly fee_percent: number;
}

const FEE_PERCENT = 5;

/** Those of the coin's definition. Quotes leave room for replacements below them (chains/most-quote.ts). */
export function firstFeeLimits(coin: string): FeeTexts {
  const { fees } = definedCoin(coin).limits;
  return {
    fee_per_transfer: fees.perTransfer,
    fee_per_day: fees.perDay,
    fee_free: fees.free,
    fee_percent: FEE_PERCENT,
  };
}

/** `changes`: what the operator wrote instead. `feeCoin`: the coin that the fees are paid in. */
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
