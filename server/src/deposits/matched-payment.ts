// What the watcher read from a chain, and the owner of each payment.
import type { BlockRef, Spend, UnconfirmedPayment } from '../chains/chain.ts';

/** A payment to one of our addresses. It has no owner when the address or tag was never issued. */
export interface MatchedPayment {
  readonly payment: SeenPayment;
  readonly projectId: string | null;
  /** `treasury`: change and top-ups of our own wallet, which belong to no customer. */
  readonly ownerType: 'invoice' | 'channel' | 'treasury' | null;
  readonly ownerId: string | null;
  /** The address was issued for another coin that has the same keys: it has no owner here. */
  readonly isElsewhere?: true;
}

interface SeenFacts {
  /** Null while the payment is in the mempool. */
  readonly block: BlockRef | null;
  /** In milliseconds. */
  readonly seenAt: number;
}

/** Only matched payments become separate objects: a full block holds thousands of payments to others. */
export interface Observation extends SeenFacts {
  readonly payments: readonly UnconfirmedPayment[];
  /** The inputs and nonces that all transactions read here use up, ours or not. */
  readonly spends: readonly Spend[];
}

export interface SeenPayment extends UnconfirmedPayment, SeenFacts {}
