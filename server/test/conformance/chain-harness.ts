// What a family of the Chain port provides for its conformance suite (chain.ts), and the suite's helpers: the deposits
// a chain shows, and whether its blocks are linked.
import { expect } from 'vitest';
import type { Block, BlockRef, Chain } from '../../src/chains/chain.ts';
import type { Coin, Destination, Network } from '../../src/coins/coin.ts';
import { amountOf } from '../../src/core/money.ts';
import { lookUp } from '../support/look-up.ts';

export interface Payment {
  readonly destination: Destination;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
}

/**
 * Optional features of a network or its harness: several outputs in a transaction, replacement of an unconfirmed
 * transaction, sender addresses, a node that can be stopped. A network without a feature does not get its tests, so
 * that a skipped test always means a missing program.
 */
export interface ChainAbilities {
  readonly payTogether: boolean;
  readonly replace: boolean;
  readonly sources: boolean;
  readonly setDown: boolean;
  /** Blocks are final, and payments are visible only in blocks: no hints, no reorganizations (XRP). */
  readonly isFinal?: true;
  /** The network reports which blocks are final, some time after they are mined (ETH). */
  readonly finalBlock?: boolean;
}

/** A node under test and a payer on its network. The effect of a method is known to the node when it resolves. */
export interface ChainHarness {
  readonly coin: Coin;
  readonly network: Network;
  /** Opens an adapter on the node: another one, or the same again after a restart. */
  open(): Promise<Chain>;
  /** Returns an own destination that was not paid yet. */
  newDestination(): Promise<Destination>;
  /** Broadcasts a payment. Returns its txid. */
  pay(payment: Payment): Promise<string>;
  /** Broadcasts a transaction for each payment. Returns the txids in the same order. */
  payMany(payments: readonly Payment[]): Promise<readonly string[]>;
  /** Broadcasts one transaction with all the payments. Returns its txid. With the ability `payTogether`. */
  payTogether(payments: readonly Payment[]): Promise<string>;
  /** Adds blocks; the first contains the mempool. */
  mine(count: number): Promise<void>;
  /** Replaces the last blocks by one more empty block; their transactions return to the mempool. */
  reorganise(depth: number): Promise<void>;
  /**
   * Replaces an unconfirmed payment by one with another amount (0: to another recipient). Returns the new txid. With
   * `replace`.
   */
  replace(txid: string, amount: bigint): Promise<string>;
  /** Stops and starts the node, or the connection to it. With the ability `setDown`. */
  setDown(isDown: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The harness of the running suite, and an adapter that it opened. */
export type Current = () => { harness: ChainHarness; chain: Chain };

export function someAmount(harness: ChainHarness, factor: bigint): bigint {
  return amountOf('0.01', harness.coin) * factor;
}

export function refOf(block: Block | undefined): BlockRef | null {
  return block === undefined ? null : { height: block.height, hash: block.hash };
}

export function expectContinuous(parent: BlockRef, blocks: readonly Block[]): void {
  let last = parent;
  for (const block of blocks) {
    expect(block.height).toBe(last.height + 1);
    expect(block.parentHash).toBe(last.hash);
    last = block;
  }
}

export function isTo(
  payment: { address: string; tag: number | null },
  destinations: readonly Destination[],
): boolean {
  return destinations.some(
    ({ address, tag }) => address === payment.address && tag === payment.tag,
  );
}

/** Scans upwards like the product, a few blocks at a time. */
export async function depositsOf(
  chain: Chain,
  fromHeight: number,
  destinations: readonly Destination[],
) {
  const found = [];
  for (let next = fromHeight; ; ) {
    const blocks = await chain.blocks(next, 2);
    for (const { payments, height } of blocks) {
      const ours = payments.filter((payment) => isTo(payment, destinations));
      found.push(...ours.map((payment) => ({ ...payment, height })));
    }
    const last = blocks.at(-1);
    if (last === undefined) return found;
    next = last.height + 1;
  }
}

/** A pruned node without a transaction index can't find a mined transaction without a hint (chain.ts, `near`). */
export async function isAnsweredOnlyNear(chain: Chain, txid: string): Promise<boolean> {
  return (await lookUp(chain, txid, null)).place.kind === 'unknown';
}
