// A signer's limits on network fees. They are not a fee policy, which belongs to the coin wallet: they prevent an
// attacker who has the service's key, or edits a plan, from burning the wallet's funds in fees to miners.
import { feeRulesOf } from '../chains/bitcoind/fee-rules.ts';
import type { Coin } from '../coins/coin.ts';
import { definedCoin } from '../coins/registry.ts';
import { amountOf } from '../core/money.ts';
import type { JudgeFacts } from './check-request.ts';
import { feesToday } from './fee-tally.ts';
import { leftToday } from './signer-memory.ts';

export interface Budget {
  readonly coin: string;
  readonly budget: 'amounts' | 'fees';
  /** The unused part of the limit, from 0 to 1. */
  readonly left: number;
  /** In the smallest unit. Older separate signers report only `left`. */
  readonly used?: bigint;
  readonly limit?: bigint;
  readonly perTransfer?: bigint;
  /** With `amounts`: the fee limits of one transfer of the coin. Not reported by older separate signers. */
  readonly fees?: Pick<FeeLimits, 'perTransfer' | 'free'>;
}

/** Fees have their own limit, keyed by the coin in which they are paid. */
export function budgetsOf({ memory, limits, now }: JudgeFacts): Budget[] {
  return [...limits.coins].flatMap(([coin, { currency, fees, ...amounts }]): Budget[] => {
    const left = leftToday(memory, coin, now);
    return [
      {
        ...budgetOf({ coin, budget: 'amounts' }, left, amounts),
        fees: { perTransfer: fees.perTransfer, free: fees.free },
      },
      ...(currency.feeCoin === coin
        ? [budgetOf({ coin, budget: 'fees' }, feesToday(memory.fees, coin, now), fees)]
        : []),
    ];
  });
}

export function budgetOf(
  of: Pick<Budget, 'coin' | 'budget'>,
  used: bigint,
  { perDay, perTransfer }: { readonly perDay: bigint; readonly perTransfer: bigint },
): Budget {
  return { ...of, left: partLeft(used, perDay), used, limit: perDay, perTransfer };
}

const PARTS = 10_000n;

/** Rounded down: zero may mean that a small part is left. */
function partLeft(used: bigint, limit: bigint): number {
  if (used >= limit) return 0;
  return Number(((limit - used) * PARTS) / limit) / Number(PARTS);
}

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
