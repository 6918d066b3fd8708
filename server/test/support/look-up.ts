// Looks up one transaction: a shorthand for the port's lookup of several.
import type { BlockRef, Chain, TransactionFacts } from '../../src/chains/chain.ts';
import { defined } from '../../src/core/assert.ts';

export async function lookUp(
  chain: Chain,
  txid: string,
  near: BlockRef | null,
): Promise<TransactionFacts> {
  const [facts] = await chain.transactions([{ txid, near }]);
  return defined(facts, 'one answer for one question');
}
