// The status of transactions by hash: in a validated ledger, which is final, or in the open one. While it runs, a node
// also keeps every transaction that it received in memory, including expired and rejected ones. So a known transaction
// that is in no ledger proves nothing (recorded from rippled 2.2.3).
import { ChainUnavailable, type TransactionFacts, type TransactionLookup } from '../chain.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { sourcesOf } from './payments-in.ts';
import type { RippledRpc } from './rpc.ts';

const LOOKUPS_AT_ONCE = 4;

/** Returns results in the order requested. */
export async function findTransactions(
  rpc: RippledRpc,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const facts: TransactionFacts[] = [];
  const openLedger = readOnce(() => readOpenLedger(rpc));
  for (let start = 0; start < lookups.length; start += LOOKUPS_AT_ONCE) {
    const group = lookups.slice(start, start + LOOKUPS_AT_ONCE);
    facts.push(
      ...(await Promise.all(group.map(({ txid }) => findTransaction(rpc, txid, openLedger)))),
    );
  }
  return facts;
}

function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

async function readOpenLedger(rpc: RippledRpc): Promise<ReadonlySet<string>> {
  const requested = { ledger_index: 'current', transactions: true };
  const { ledger } = await rpc.call('ledger', shapes.openLedger, requested);
  return new Set(ledger.transactions);
}

async function findTransaction(
  rpc: RippledRpc,
  txid: string,
  openLedger: () => Promise<ReadonlySet<string>>,
): Promise<TransactionFacts> {
  const found = await requestTransaction(rpc, txid);
  if (found === null) return { place: { kind: 'unknown' }, sources: [] };
  const what = `transaction ${txid} at ${rpc.node}`;
  if (shaped(shapes.isValidated, found, what).validated !== true) {
    const { tx_json: transaction } = shaped(shapes.anyTransaction, found, what);
    const isOpen = (await openLedger()).has(txid);
    return { place: { kind: isOpen ? 'mempool' : 'unknown' }, sources: [transaction.Account] };
  }
  const validated = shaped(shapes.validatedTransaction, found, what);
  const { ledger_index: height, ledger_hash: hash, tx_json: transaction, meta } = validated;
  const place = { kind: 'block', block: { height, hash } } as const;
  return { place, sources: sourcesOf({ Account: transaction.Account, meta }) };
}

/** The response to `tx`; null when the node does not know the transaction, which proves nothing. */
export async function requestTransaction(rpc: RippledRpc, txid: string): Promise<unknown> {
  // Version 2 includes the ledger's hash along with its index.
  const answer = await rpc.request('tx', { transaction: txid, api_version: 2 });
  if (answer.ok) return answer.result;
  if (answer.error === 'txnNotFound') return null;
  throw new ChainUnavailable(`tx at ${rpc.node} was refused: ${answer.message}`);
}
