// About how long a payout of each fee level takes until a block includes it. An estimate for people, never a promise.
import type { Coin } from './coin.ts';

/** Target blocks per fee level, for estimatesmartfee. */
export const FEE_TARGETS = { slow: 12, average: 4, fast: 1 } as const;

export type FeeLevel = keyof typeof FEE_TARGETS;

const MINUTE_SECONDS = 60;

/** Whole minutes, at least one. Only chains with estimates by target make a difference between the levels. */
export function minutesOf({ nodes, blockSeconds }: Coin, level: FeeLevel): number {
  const blocks = nodes.family === 'bitcoind' ? FEE_TARGETS[level] : 1;
  return Math.ceil((blocks * blockSeconds) / MINUTE_SECONDS);
}
