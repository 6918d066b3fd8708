// What the watcher read of a chain, and whose each payment is.
import type { BlockRef, Spend, UnconfirmedPayment } from '../chains/chain.ts';

/** A payment to one of our addresses; without an owner when the address or tag was never handed out. */
export interface MatchedPayment {
  readonly payment: SeenPayment;
  readonly projectId: string | null;
  /** `coinWallet`: change and top-ups, which are nobody's deposit. */
  readonly ownerType: 'invoice' | 'channel' | 'treasury' | null;
  readonly ownerId: string | null;
  /** The address was given out for another coin that has the same keys: it is nobody's here. */
  readonly isElsewhere?: true;
}

interface SeenFacts {
  /** Null while it is in the mempool. */
  readonly block: BlockRef | null;
  /** When it was first known to be broadcast, in milliseconds. */
  readonly seenAt: number;
}

/**
 * Payments as the watcher saw them: those of one block, or of one look at the mempool. Only what turns out to be ours
 * is worth an object of its own: a full block has thousands of payments to others.
 */
export interface Observation extends SeenFacts {
  readonly payments: readonly UnconfirmedPayment[];
  /** What all transactions that were looked at use up, ours or not. */
  readonly spends: readonly Spend[];
}

export interface SeenPayment extends UnconfirmedPayment, SeenFacts {}
