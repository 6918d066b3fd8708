// What addresses hold beyond what is known to have been paid to them: payments that the blocks of a node that does
// not trace hide. Nobody can say which transaction made one, so that the block stands for it.

import type { AccountBelief, BlockRef, IncomingPayment } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { BY_CONTRACTS } from './payments-of.ts';
import type { EvmRpc } from './rpc.ts';

/** Throws ChainUnavailable, also when the node no longer has the block or its state. */
export async function hiddenPayments(
  rpc: EvmRpc,
  accounts: readonly AccountBelief[],
  { hash }: BlockRef,
): Promise<readonly IncomingPayment[]> {
  // By the hash, so that a reorganisation cannot put another block's balances in between (EIP-1898).
  const place = { blockHash: hash, requireCanonical: true };
  const answers = await rpc.ask(
    accounts.map(({ address }) => ({ method: 'eth_getBalance', params: [address, place] })),
  );
  return accounts.flatMap(({ address, expected }, n) => {
    const what = `balance of ${address} at ${rpc.node}`;
    const held = BigInt(shaped(shapes.quantity, resultOf(answers[n], what), what));
    const amount = held - expected;
    if (amount <= 0n) return [];
    return [{ txid: hash, index: BY_CONTRACTS, address, tag: null, amount }];
  });
}
