// The remaining daily limits of a signer. An exhausted limit delays payouts, and unusually fast use may indicate an
// attack.
import type { JudgeFacts } from './check-request.ts';
import type { FeeLimits } from './fee-limits.ts';
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
