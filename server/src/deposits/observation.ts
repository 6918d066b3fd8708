// Payments as the watcher saw them: those of one block, or of one look at the mempool. Only what turns out to be ours
// is worth an object of its own: a full block has thousands of payments to others.
import type { BlockRef, Spend, UnconfirmedPayment } from '../chains/chain.ts';

interface SeenFacts {
  /** Null while it is in the mempool. */
  readonly block: BlockRef | null;
  /** When it was first known to be broadcast, in milliseconds. */
  readonly seenAt: number;
}

export interface Observation extends SeenFacts {
  readonly payments: readonly UnconfirmedPayment[];
  /** What all transactions that were looked at use up, ours or not. */
  readonly spends: readonly Spend[];
}

export interface SeenPayment extends UnconfirmedPayment, SeenFacts {}
