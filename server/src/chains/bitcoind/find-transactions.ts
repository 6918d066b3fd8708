// Finds transactions on a node with or without `-txindex`: in the block where each was seen, then in the mempool, then
// by their unspent outputs. Only lookups that can succeed are sent, because a node without an index searches its whole
// UTXO set for an unknown transaction (BCHN: 33 to 46 ms each).
import {
  type BlockRef,
  ChainUnavailable,
  type TransactionLookup,
  type TransactionPlace,
} from '../chain.ts';
import { type RpcAnswer, type RpcCall, resultOf, shaped } from '../rpc/json-rpc.ts';
import {
  type BitcoindRpc,
  NOT_FOUND,
  shapes,
  type TransactionAnswer,
  UNKNOWN_FORM,
} from './rpc.ts';

/** Verbosity 2 adds previous outputs on Bitcoin Core 24 and later; older nodes read it as "verbose". */
const WITH_PREVIOUS_OUTPUTS = 2;
/** How many outputs of a transaction are looked up in the UTXO set of a node without an index. */
const UNSPENT_LOOKUPS = 20;

export interface FoundTransaction {
  readonly place: TransactionPlace;
  /** Null when the node cannot return it, or only the place was requested. */
  readonly transaction: TransactionAnswer | null;
}

export interface Search {
  /** Whether the node has an index of all transactions (`-txindex`). */
  readonly isIndexed: boolean;
  readonly withTransactions: boolean;
}

type Finding = FoundTransaction | null;
type Wanted = TransactionLookup;

/** In the order of the lookups. */
export async function findTransactions(
  rpc: BitcoindRpc,
  lookups: readonly TransactionLookup[],
  search: Search,
): Promise<FoundTransaction[]> {
  const found: Finding[] = lookups.map(() => null);
  const stages = [
    search.withTransactions ? showInBlocks : placeInBlocks,
    search.withTransactions ? showInMempool : placeInMempool,
    ...(search.isIndexed ? [showByIndex] : []),
    findByUnspent,
  ];
  for (const stage of stages) {
    const open = lookups.flatMap((lookup, n) => (found[n] === null ? [{ lookup, n }] : []));
    if (open.length === 0) break;
    const answers = await stage(
      rpc,
      open.map(({ lookup }) => lookup),
    );
    for (const [index, { n }] of open.entries()) found[n] = answers[index] ?? null;
  }
  return found.map((one) => one ?? { place: { kind: 'unknown' }, transaction: null });
}

/** One lookup per block answers for all its transactions, because a block's contents never change. */
async function placeInBlocks(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<Finding[]> {
  const blocks = await bestChainBlocks(
    rpc,
    wanted.flatMap(({ near }) => near?.hash ?? []),
  );
  return wanted.map(({ near }) => {
    const block = near === null ? undefined : blocks.get(near.hash);
    return block === undefined ? null : { place: { kind: 'block', block }, transaction: null };
  });
}

async function showInBlocks(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<Finding[]> {
  const seen = wanted.flatMap(({ txid, near }, n) =>
    near === null ? [] : [{ n, txid, blockHash: near.hash }],
  );
  const shown = await show(rpc, seen);
  const found: Finding[] = wanted.map(() => null);
  for (const [index, { n }] of seen.entries()) found[n] = shown[index] ?? null;
  return found;
}

async function placeInMempool(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<Finding[]> {
  const entries = await mempoolEntries(rpc, wanted);
  return entries.map((isThere) =>
    isThere ? { place: { kind: 'mempool' }, transaction: null } : null,
  );
}

async function showInMempool(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<Finding[]> {
  const entries = await mempoolEntries(rpc, wanted);
  const there = wanted.flatMap(({ txid }, n) => (entries[n] ? [{ n, txid }] : []));
  const shown = await show(rpc, there);
  const found: Finding[] = wanted.map(() => null);
  for (const [index, { n }] of there.entries()) found[n] = shown[index] ?? null;
  return found;
}

async function mempoolEntries(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<boolean[]> {
  const results = await requestAll(
    rpc,
    wanted.map(({ txid }) => ({ method: 'getmempoolentry', params: [txid] })),
  );
  return results.map((result) => result !== null);
}

function showByIndex(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<Finding[]> {
  return show(
    rpc,
    wanted.map(({ txid }) => ({ txid })),
  );
}

/** Null for transactions that are missing or off the best chain. */
async function show(
  rpc: BitcoindRpc,
  wanted: readonly { readonly txid: string; readonly blockHash?: string }[],
): Promise<Finding[]> {
  const shown = await lookUp(rpc, wanted);
  const blocks = await bestChainBlocks(
    rpc,
    shown.flatMap((transaction) => transaction?.blockhash ?? []),
  );
  return shown.map((transaction) => {
    if (transaction === null) return null;
    const place = placeOf(transaction, blocks);
    return place === null ? null : { place, transaction };
  });
}

/** Null for a block off the best chain. */
function placeOf(
  transaction: TransactionAnswer,
  blocks: ReadonlyMap<string, BlockRef>,
): TransactionPlace | null {
  if (transaction.blockhash === undefined) return { kind: 'mempool' };
  const block = blocks.get(transaction.blockhash);
  return block === undefined ? null : { kind: 'block', block };
}

/** Nodes derived from Bitcoin Core 0.14 take no block hash: they answer from the mempool and their index. */
async function lookUp(
  rpc: BitcoindRpc,
  wanted: readonly { readonly txid: string; readonly blockHash?: string }[],
): Promise<(TransactionAnswer | null)[]> {
  const show = (txid: string, ...more: readonly string[]) => ({
    method: 'getrawtransaction',
    params: [txid, WITH_PREVIOUS_OUTPUTS, ...more],
  });
  const calls = wanted.map(({ txid, blockHash }) =>
    blockHash === undefined ? show(txid) : show(txid, blockHash),
  );
  const answers = await rpc.request(calls);
  const results = answers.some((answer) => !answer.ok && answer.code === UNKNOWN_FORM)
    ? await requestAll(
        rpc,
        wanted.map(({ txid }) => show(txid)),
      )
    : resultsOf(rpc, calls, answers);
  return wanted.map(({ txid }, n) => {
    const result = results[n] ?? null;
    if (result === null) return null;
    const transaction = shaped(shapes.transaction, result, `transaction ${txid} at ${rpc.node}`);
    if (transaction.txid === txid) return transaction;
    throw new ChainUnavailable(`${rpc.node} answered another transaction than ${txid}`);
  });
}

async function bestChainBlocks(
  rpc: BitcoindRpc,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, BlockRef>> {
  const results = await requestAll(
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

/** Null for each item that the node does not have. */
async function requestAll(rpc: BitcoindRpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  return resultsOf(rpc, calls, await rpc.request(calls));
}

function resultsOf(
  rpc: BitcoindRpc,
  calls: readonly RpcCall[],
  answers: readonly RpcAnswer[],
): unknown[] {
  return answers.map((answer, n) =>
    !answer.ok && answer.code === NOT_FOUND
      ? null
      : resultOf(answer, `${calls[n]?.method} at ${rpc.node}`),
  );
}

/** Confirmations give the height. Null when all are spent or unknown. Sequential, because such lookups are rare. */
async function findByUnspent(rpc: BitcoindRpc, wanted: readonly Wanted[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { txid } of wanted) found.push(await findUnspent(rpc, txid));
  return found;
}

async function findUnspent(rpc: BitcoindRpc, txid: string): Promise<Finding> {
  const calls = Array.from({ length: UNSPENT_LOOKUPS }, (_, index) => ({
    method: 'gettxout',
    params: [txid, index],
  }));
  const what = `gettxout at ${rpc.node}`;
  for (const answer of await rpc.request(calls)) {
    const unspent = shaped(shapes.unspent, resultOf(answer, what), what);
    if (unspent === null) continue;
    // Zero confirmations: it entered the mempool after the first lookup.
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
