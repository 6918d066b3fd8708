// What a token's contract says that it moved in one block: by the node's index of events, and by the receipts where
// that has nothing. One that lags behind the blocks answers with none, which must not lose a payment.
import { ChainUnavailable } from '../chain.ts';
import { type RpcAnswer, type RpcCall, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { type HeaderAnswer, type LogAnswer, shapes } from './answers.ts';
import type { EvmRpc } from './rpc.ts';
import { TRANSFERRED } from './token-payments.ts';

/** By the hash of the block, so that nothing of a sibling is mixed in. */
export function transfersCall(contract: string, blockHash: string): RpcCall {
  const topics = [TRANSFERRED];
  return { method: 'eth_getLogs', params: [{ blockHash, address: contract, topics }] };
}

/** Throws ChainUnavailable. */
export function transfersIn(
  rpc: EvmRpc,
  answer: RpcAnswer | undefined,
  hash: string,
): readonly LogAnswer[] {
  const what = `events of block ${hash} at ${rpc.node}`;
  return ofBlock(shaped(shapes.logs, resultOf(answer, what), what), hash, what);
}

/** All events of a block, of whatever contract. Throws ChainUnavailable. */
export async function logsInReceipts(
  rpc: EvmRpc,
  { hash, transactions }: Pick<HeaderAnswer, 'hash' | 'transactions'>,
): Promise<readonly LogAnswer[]> {
  const what = `receipts of block ${hash} at ${rpc.node}`;
  const [answer] = await rpc.ask([{ method: 'eth_getBlockReceipts', params: [hash] }]);
  // Not every node serves it, and no two refuse alike: one by one every node has them, or nothing was learnt.
  const receipts =
    answer?.ok === false
      ? await oneByOne(rpc, transactions, what)
      : shaped(shapes.loggedReceipts, resultOf(answer, what), what);
  const found = new Set(receipts.map(({ transactionHash }) => transactionHash));
  const isWhole =
    receipts.length === transactions.length && transactions.every((txid) => found.has(txid));
  if (!isWhole) throw new ChainUnavailable(`${what} are of other transactions`);
  return receipts.flatMap(({ logs }) => ofBlock(logs, hash, what));
}

async function oneByOne(rpc: EvmRpc, txids: readonly string[], what: string) {
  const answers = await rpc.ask(
    txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
  );
  return answers.map((answer) => shaped(shapes.loggedReceipt, resultOf(answer, what), what));
}

function ofBlock(logs: readonly LogAnswer[], hash: string, what: string): readonly LogAnswer[] {
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new ChainUnavailable(`${what} are of another block`);
  return logs;
}
