// Outputs that cannot be spent at once, and how many confirmations they need first. Consensus: a transaction that
// spends one before is refused by every node and never mined.
import type { Network } from '../coins/coin.ts';
import { bitcoindNodes } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';

/** A miner's transaction, or Litecoin's that integrates the extension block (HogEx). Its block itself makes each. */
export type BlockMade = 'coinbase' | 'hogex';

/** Confirmations, as the coin's definition has them. Throws for a kind that the coin does not have. */
export function maturityOf(coin: string, madeBy: BlockMade, network: Network): number {
  const { coinbase, hogex } = bitcoindNodes(coin).maturity;
  return defined(
    (madeBy === 'coinbase' ? coinbase[network] : hogex) ?? undefined,
    `${coin} has a ${madeBy}`,
  );
}
