// Reads payments and spends from the node's pending block, each once. A hint only: transactions with too low a fee are
// not in it, and payments by contracts are found only once they are in a block.
import type { IncomingPayment, MempoolReader } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes, type TransactionAnswer } from './answers.ts';
import { spendOf } from './find-transactions.ts';
import { plainPayment, signedSpend } from './payments-of.ts';
import { toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

/** `hintOf`: what a transaction states that it would pay. */
export function mempoolReader(
  rpc: EvmRpc,
  hintOf: (transaction: TransactionAnswer) => IncomingPayment | null = plainPayment,
): MempoolReader {
  let reported: ReadonlySet<string> = new Set();
  const mempool = async () => {
    const [pending, height] = await rpc.request([
      { method: 'eth_getBlockByNumber', params: ['pending', true] },
      { method: 'eth_blockNumber', params: [] },
    ]);
    const what = `pending block at ${rpc.node}`;
    const next = shaped(shapes.pendingBlock, resultOf(pending, what), what);
    const tip = toNumber(shaped(shapes.quantity, resultOf(height, what), what));
    // A node without a pending block returns its latest block, which contains no hints.
    const isNext = next.number === null || toNumber(next.number) > tip;
    const waiting = isNext ? next.transactions : [];
    const fresh = waiting.filter(({ hash }) => !reported.has(hash));
    const payments = fresh.flatMap((transaction) => {
      const payment = hintOf(transaction);
      return payment === null ? [] : [{ ...payment, spends: [spendOf(transaction)] }];
    });
    reported = new Set(waiting.map(({ hash }) => hash));
    return { payments, spends: fresh.map(signedSpend), isWhole: true };
  };
  const clearMempool = () => {
    reported = new Set();
  };
  return { mempool, clearMempool };
}
