// Outputs that cannot be spent immediately, and the confirmations they need first. A consensus rule: every node rejects
// a transaction that spends one earlier, and it is never mined.
import type { Network } from '../coins/coin.ts';
import { bitcoindNodes } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';

/**
 * A miner's coinbase, or Litecoin's transaction that integrates the extension block (HogEx). Both are created by their
 * block.
 */
export type BlockMade = 'coinbase' | 'hogex';

/** Confirmations, from the coin's definition. Throws for a kind that the coin does not have. */
export function maturityOf(coin: string, madeBy: BlockMade, network: Network): number {
  const { coinbase, hogex } = bitcoindNodes(coin).maturity;
  return defined(
    (madeBy === 'coinbase' ? coinbase[network] : hogex) ?? undefined,
    `${coin} has a ${madeBy}`,
  );
}
