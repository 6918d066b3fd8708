// Where transactions stand and who sent them. Used by evm-chain.ts.
import type { TransactionFacts, TransactionLookup, TransactionPlace } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes, type TransactionAnswer } from './answers.ts';
import { toNumber } from './quantity.ts';
import type { EvmRpc } from './rpc.ts';

const NO_DATA = '0x';

/** Throws ChainUnavailable. */
export async function findTransactions(
  rpc: EvmRpc,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const answers = await rpc.ask(
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

/** Hashes of the best chain's blocks, by their numbers as the node writes them. */
async function bestHashes(
  rpc: EvmRpc,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(numbers)];
  const answers = await rpc.ask(
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

/** In a block that is not on the best chain: wherever it is, it is not known to be there any more. */
function placeOf(
  { blockHash, blockNumber }: TransactionAnswer,
  best: ReadonlyMap<string, string>,
): TransactionPlace {
  if (typeof blockHash !== 'string' || typeof blockNumber !== 'string') return { kind: 'mempool' };
  if (best.get(blockNumber) !== blockHash) return { kind: 'unknown' };
  return { kind: 'block', block: { height: toNumber(blockNumber), hash: blockHash } };
}

/** Who signed it; and the contract that was called, since money out of a contract came from there. */
function sourcesOf({ from, to, input }: TransactionAnswer): readonly string[] {
  const called = to !== null && input !== NO_DATA ? [to.toLowerCase()] : [];
  return [...new Set([from.toLowerCase(), ...called])];
}
