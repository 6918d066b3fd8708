// What is left of a signer's limits of a day, for whoever watches it: a limit that is used up holds up payouts, and one
// that is used faster than usual may be somebody's doing.
import type { JudgeFacts } from './check-request.ts';
import type { FeeLimits } from './fee-limits.ts';
import { feesToday } from './fee-tally.ts';
import { leftToday } from './signer-memory.ts';

export interface Budget {
  readonly coin: string;
  /** Of what leaves in all, or of what networks take. */
  readonly budget: 'amounts' | 'fees';
  /** The part of the limit that is not used, from 0 to 1. */
  readonly left: number;
  /** In the smallest unit. A separate signer of an older version tells the part alone. */
  readonly used?: bigint;
  readonly limit?: bigint;
  /** The most for one transfer. */
  readonly perTransfer?: bigint;
  /** With `amounts`: what a transfer of the coin may cost. A separate signer of an older version does not tell. */
  readonly fees?: Pick<FeeLimits, 'perTransfer' | 'free'>;
}

/** Of a separate signer. Fees have a limit of their own by the coin that they are paid in. */
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

/** Of a limit, with what is used of it. Pure. */
export function budgetOf(
  of: Pick<Budget, 'coin' | 'budget'>,
  used: bigint,
  { perDay, perTransfer }: { readonly perDay: bigint; readonly perTransfer: bigint },
): Budget {
  return { ...of, left: partLeft(used, perDay), used, limit: perDay, perTransfer };
}

const PARTS = 10_000n;

/** Rounded down: what looks like nothing may be a little. */
function partLeft(used: bigint, limit: bigint): number {
  if (used >= limit) return 0;
  return Number(((limit - used) * PARTS) / limit) / Number(PARTS);
}
