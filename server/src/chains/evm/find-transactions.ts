// Finds the places and senders of transactions.
import type { TransactionFacts, TransactionLookup, TransactionPlace } from '../chain.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { type EvmRpc, shapes, type TransactionAnswer, toNumber } from './rpc.ts';

export const NO_DATA = '0x';

export async function findTransactions(
  rpc: EvmRpc,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const answers = await rpc.request(
    lookups.map(({ txid }) => ({ method: 'eth_getTransactionByHash', params: [txid] })),
  );
  const found = lookups.map(({ txid }, n) => {
    const what = `transaction ${txid} at ${rpc.node}`;
    return shaped(shapes.transactionOrNull, resultOf(answers[n], what), what);
  });
  const best = await bestHashes(
    rpc,
    found.flatMap((transaction) => transaction?.blockNumber ?? []),
  );
  return found.map((transaction) =>
    transaction === null
      ? { place: { kind: 'unknown' }, sources: [] }
      : { place: placeOf(transaction, best), sources: sourcesOf(transaction) },
  );
}

export async function bestHashes(
  rpc: EvmRpc,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(numbers)];
  const answers = await rpc.request(
    wanted.map((number) => ({ method: 'eth_getBlockByNumber', params: [number, false] })),
  );
  const hashes = new Map<string, string>();
  for (const [n, number] of wanted.entries()) {
    const what = `block ${number} at ${rpc.node}`;
    const header = shaped(shapes.headerOrNull, resultOf(answers[n], what), what);
    if (header !== null) hashes.set(number, header.hash);
  }
  return hashes;
}

/** The block where the transaction was last seen is off the best chain, so its current block is unknown. */
export function placeOf(
  { blockHash, blockNumber }: TransactionAnswer,
  best: ReadonlyMap<string, string>,
): TransactionPlace {
  if (typeof blockHash !== 'string' || typeof blockNumber !== 'string') return { kind: 'mempool' };
  if (best.get(blockNumber) !== blockHash) return { kind: 'unknown' };
  return { kind: 'block', block: { height: toNumber(blockNumber), hash: blockHash } };
}

/** The signer, and the contract that was called, because payments by contracts originate there. */
function sourcesOf({ from, to, input }: TransactionAnswer): readonly string[] {
  const called = to !== null && input !== NO_DATA ? [to.toLowerCase()] : [];
  return [...new Set([from.toLowerCase(), ...called])];
}

/** Traces and events have no nonces. A second transaction with the same nonce is a replacement. */
export function spendOf({ from, nonce }: Pick<TransactionAnswer, 'from' | 'nonce'>): string {
  return `${from.toLowerCase()}#${toNumber(nonce)}`;
}

export async function spendersIn(
  rpc: EvmRpc,
  { spends, txids }: { readonly spends: ReadonlySet<string>; readonly txids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (spends.size === 0 || txids.length === 0) return found;
  const answers = await rpc.request(
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
