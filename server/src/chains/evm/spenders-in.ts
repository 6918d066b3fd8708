// Which numbers of their senders some transactions used up. Traces and events do not tell them, so that the node is
// asked about the transactions that matter.
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes, type TransactionAnswer } from './answers.ts';
import { toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

/** A sender has each number once: a second transaction with it is a replacement. */
export function spendOf({ from, nonce }: Pick<TransactionAnswer, 'from' | 'nonce'>): string {
  return `${from.toLowerCase()}#${toNumber(nonce)}`;
}

export async function spendersIn(
  rpc: EvmRpc,
  { spends, txids }: { readonly spends: ReadonlySet<string>; readonly txids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (spends.size === 0 || txids.length === 0) return found;
  const answers = await rpc.ask(
    txids.map((txid) => ({ method: 'eth_getTransactionByHash', params: [txid] })),
  );
  for (const [n, txid] of txids.entries()) {
    const what = `transaction ${txid} at ${rpc.node}`;
    const transaction = shaped(shapes.transactionOrNull, resultOf(answers[n], what), what);
    if (transaction === null) continue;
    const spend = spendOf(transaction);
    if (spends.has(spend)) found.set(spend, txid);
  }
  return found;
}
