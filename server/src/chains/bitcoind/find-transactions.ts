// Finds where transactions stand on a node with or without `-txindex`: mempool, then the block each was
// seen in, then their unspent outputs. Questions about several go in one batch. Used by bitcoind-chain.ts.
import {
  type BlockRef,
  ChainUnavailable,
  type TransactionLookup,
  type TransactionPlace,
} from '../chain.ts';
import { type RpcCall, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes, type TransactionAnswer } from './answers.ts';
import { type BitcoindRpc, NOT_FOUND } from './rpc.ts';

/** Verbosity 2 adds previous outputs on Bitcoin Core from 24 on; older nodes read it as "verbose". */
const WITH_PREVIOUS_OUTPUTS = 2;
/** Outputs looked up in the set of unspent ones, on a node that has no index. */
const UNSPENT_LOOKUPS = 20;

export interface FoundTransaction {
  readonly place: TransactionPlace;
  /** Null when the node cannot show it. */
  readonly transaction: TransactionAnswer | null;
}

export async function findTransactions(
  rpc: BitcoindRpc,
  lookups: readonly TransactionLookup[],
): Promise<FoundTransaction[]> {
  const shown = await showTransactions(rpc, lookups);
  const blocks = await bestChainBlocks(
    rpc,
    shown.flatMap((transaction) => transaction?.blockhash ?? []),
  );
  const found: FoundTransaction[] = [];
  for (const [n, { txid }] of lookups.entries()) {
    const transaction = shown[n] ?? null;
    const place = transaction === null ? null : placeOf(transaction, blocks);
    // Without a place it may have moved to a block that we were not told of.
    found.push(
      place === null
        ? ((await findByUnspent(rpc, txid)) ?? { place: { kind: 'unknown' }, transaction })
        : { place, transaction },
    );
  }
  return found;
}

/** Each from the mempool or the index, else from the block it was seen in; null when it is in neither. */
async function showTransactions(
  rpc: BitcoindRpc,
  lookups: readonly TransactionLookup[],
): Promise<(TransactionAnswer | null)[]> {
  const shown = await lookUp(rpc, lookups);
  const hidden = lookups.flatMap(({ txid, near }, n) =>
    shown[n] === null && near !== null ? [{ n, txid, blockHash: near.hash }] : [],
  );
  const inBlocks = await lookUp(rpc, hidden);
  for (const [index, { n }] of hidden.entries()) shown[n] = inBlocks[index] ?? null;
  return shown;
}

/** Null when it is in a block that is not on the best chain. */
function placeOf(
  transaction: TransactionAnswer,
  blocks: ReadonlyMap<string, BlockRef>,
): TransactionPlace | null {
  if (transaction.blockhash === undefined) return { kind: 'mempool' };
  const block = blocks.get(transaction.blockhash);
  return block === undefined ? null : { kind: 'block', block };
}

/** Transactions from the mempool or index, or from one block each; null for those that are not there. */
async function lookUp(
  rpc: BitcoindRpc,
  wanted: readonly { readonly txid: string; readonly blockHash?: string }[],
): Promise<(TransactionAnswer | null)[]> {
  const results = await askAll(
    rpc,
    wanted.map(({ txid, blockHash }) => ({
      method: 'getrawtransaction',
      params: [txid, WITH_PREVIOUS_OUTPUTS, ...(blockHash === undefined ? [] : [blockHash])],
    })),
  );
  return wanted.map(({ txid }, n) => {
    const result = results[n] ?? null;
    if (result === null) return null;
    const transaction = shaped(shapes.transaction, result, `transaction ${txid} at ${rpc.node}`);
    if (transaction.txid === txid) return transaction;
    throw new ChainUnavailable(`${rpc.node} answered another transaction than ${txid}`);
  });
}

/** The blocks that are on the best chain, by hash. */
async function bestChainBlocks(
  rpc: BitcoindRpc,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, BlockRef>> {
  const results = await askAll(
    rpc,
    [...new Set(hashes)].map((hash) => ({ method: 'getblockheader', params: [hash] })),
  );
  const best = new Map<string, BlockRef>();
  for (const result of results) {
    if (result === null) continue;
    const header = shaped(shapes.header, result, `block header at ${rpc.node}`);
    if (header.confirmations > 0)
      best.set(header.hash, { height: header.height, hash: header.hash });
  }
  return best;
}

/** Results, or null where the node says that there is no such thing. */
async function askAll(rpc: BitcoindRpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  const answers = await rpc.ask(calls);
  return answers.map((answer, n) =>
    !answer.ok && answer.code === NOT_FOUND
      ? null
      : resultOf(answer, `${calls[n]?.method} at ${rpc.node}`),
  );
}

/** By an output that nobody spent yet: its confirmations tell the height. Null when all are spent or unknown. */
async function findByUnspent(rpc: BitcoindRpc, txid: string): Promise<FoundTransaction | null> {
  const calls = Array.from({ length: UNSPENT_LOOKUPS }, (_, index) => ({
    method: 'gettxout',
    params: [txid, index],
  }));
  const what = `gettxout at ${rpc.node}`;
  for (const answer of await rpc.ask(calls)) {
    const unspent = shaped(shapes.unspent, resultOf(answer, what), what);
    if (unspent === null) continue;
    // Zero confirmations: it came (back) into the mempool after the first question.
    if (unspent.confirmations === 0) {
      const [transaction = null] = await lookUp(rpc, [{ txid }]);
      return { place: { kind: 'mempool' }, transaction };
    }
    return findAtDepth(rpc, txid, unspent);
  }
  return null;
}

async function findAtDepth(
  rpc: BitcoindRpc,
  txid: string,
  depth: { readonly bestblock: string; readonly confirmations: number },
): Promise<FoundTransaction> {
  const best = (await bestChainBlocks(rpc, [depth.bestblock])).get(depth.bestblock);
  if (best === undefined)
    throw new ChainUnavailable(`the chain changed while ${txid} was looked up`);
  const height = best.height - depth.confirmations + 1;
  const hash = shaped(shapes.hash, await rpc.call('getblockhash', height), `hash at ${rpc.node}`);
  const [transaction = null] = await lookUp(rpc, [{ txid, blockHash: hash }]);
  if (transaction === null) {
    throw new ChainUnavailable(`the chain changed while ${txid} was looked up`);
  }
  return { place: { kind: 'block', block: { height, hash } }, transaction };
}
