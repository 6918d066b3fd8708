// The remaining daily limits of a signer, for monitoring. An exhausted limit delays payouts, and a limit that is used
// faster than usual may indicate an attack.
import type { JudgeFacts } from './check-request.ts';
import type { FeeLimits } from './fee-limits.ts';
import { feesToday } from './fee-tally.ts';
import { leftToday } from './signer-memory.ts';

export interface Budget {
  readonly coin: string;
  /** For all amounts sent, or for network fees. */
  readonly budget: 'amounts' | 'fees';
  /** The unused part of the limit, from 0 to 1. */
  readonly left: number;
  /** The amount in the smallest unit. An older separate signer reports only the unused part. */
  readonly used?: bigint;
  readonly limit?: bigint;
  /** Maximum for one transfer. */
  readonly perTransfer?: bigint;
  /** With `amounts`: the fee limits of one transfer of the coin. Not reported by older separate signers. */
  readonly fees?: Pick<FeeLimits, 'perTransfer' | 'free'>;
}

/** The budgets of a separate signer. Fees have their own limit, keyed by the coin that they are paid in. */
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

/** The budget for a limit and the amount used. Pure. */
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
