// The Chain port over the JSON-RPC of an Ethereum node, without archive or index. Blocks are read by hash, so all their
// data is consistent. Payments by contracts are found in traces, where available (docs/decisions/0020).
import type { Coin, Network } from '../../coins/coin.ts';
import type { Log } from '../../core/log.ts';
import type {
  AccountBelief,
  Block,
  BlockRef,
  Chain,
  Finality,
  IncomingPayment,
  MempoolReader,
  TokenTransfer,
} from '../chain.ts';
import { type JsonRpc, resultOf, shaped } from '../rpc/json-rpc.ts';
import { checkChainId } from './check-network.ts';
import { findTransactions, spendersIn, spendOf } from './find-transactions.ts';
import { inspectTransaction } from './inspect.ts';
import { BY_CONTRACTS, plainPayment, signedSpend } from './payments-of.ts';
import { blockReader, type ReadBlocks } from './read-blocks.ts';
import {
  type EvmRpc,
  evmRpc,
  type LogAnswer,
  quantity,
  shapes,
  type TransactionAnswer,
  toNumber,
} from './rpc.ts';
import { moveIn, paymentsOfMoves, transfersCall, transfersIn } from './token-payments.ts';

// For the operator only: no posting depends on these transfers, so a failed or oversized response is skipped.

/** Per block; the scan for known payments waits meanwhile. */
const LOGS_TIMEOUT_MILLISECONDS = 5000;
/** Far above honest blocks: 400 transfers take 0.3 MB, a block with only transfers about 20 MB. */
const LOGS_BYTES_MAX = 32 * 2 ** 20;
/** Runs without token transfers after a failure. At the tip, a run takes one second. */
const RUNS_PAUSED = 60;

/** `rpc` is a separate client with the limits above. */
function withTokenTransfers(rpc: JsonRpc, log: Log, readBlocks: ReadBlocks): ReadBlocks {
  let paused = 0;
  const addTransfers = async (block: Block): Promise<Block> => {
    if (paused > 0 || block.spends.length === 0) return block;
    try {
      return { ...block, tokenTransfers: await readTokenTransfers(rpc, block.hash) };
    } catch (error) {
      paused = RUNS_PAUSED;
      log.warn({ err: error, node: rpc.node, height: block.height }, SKIPPED);
      return block;
    }
  };
  return async (fromHeight, count) => {
    if (paused > 0) paused -= 1;
    const blocks = await readBlocks(fromHeight, count);
    const added: Block[] = [];
    for (const block of blocks) added.push(await addTransfers(block));
    return added;
  };
}

const SKIPPED =
  'token transfers of a block were not read: unknown tokens are not listed for a while';

async function readTokenTransfers(rpc: JsonRpc, hash: string): Promise<readonly TokenTransfer[]> {
  const [answer] = await rpc.request([transfersCall(null, hash)]);
  return tokenTransfersIn(transfersIn(rpc, answer, hash));
}

/** One transfer per contract, transaction and address, with the summed amount. */
export function tokenTransfersIn(logs: readonly LogAnswer[]): readonly TokenTransfer[] {
  const byContract = new Map<string, LogAnswer[]>();
  for (const log of logs) {
    const contract = log.address.toLowerCase();
    const list = byContract.get(contract);
    if (list === undefined) byContract.set(contract, [log]);
    else list.push(log);
  }
  return [...byContract].flatMap(([contract, own]) =>
    paymentsOfMoves(own.flatMap((log) => moveIn(log, contract) ?? [])).map(
      ({ txid, address, amount }) => ({ txid, contract, address, amount }),
    ),
  );
}

export interface EvmOptions {
  readonly coin: Coin;
  readonly network: Network;
  /** Messages omit a login or a key in it. */
  readonly url: string;
  readonly log: Log;
  /** Without it, a depth decides when a payment counts. */
  readonly finality?: Finality;
  /** Defaults to 30 seconds. */
  readonly timeoutMilliseconds?: number;
}

/** Geth returns "Unknown block" until its consensus client reports such a block. */
const UNKNOWN_BLOCK = -39_001;
const UNKNOWN_WORDS = /(safe|finalized) block not found|unknown block/i;

/** Opens no connection yet. Every call throws ChainUnavailable when the node cannot be reached. */
export function evmChain(options: EvmOptions): Chain {
  const rpc = evmRpc(options);
  const { finality } = options;
  const logs = evmRpc({
    ...options,
    timeoutMilliseconds: LOGS_TIMEOUT_MILLISECONDS,
    answerBytesMax: LOGS_BYTES_MAX,
  });
  return {
    coin: options.coin.code,
    ...(finality && { finalBlock: () => readFinalBlock(rpc, finality) }),
    async tip() {
      const answer = await rpc.call('eth_getBlockByNumber', 'latest', false);
      const { number, hash } = shaped(shapes.header, answer, `tip of ${rpc.node}`);
      return { height: toNumber(number), hash };
    },
    async hashAt(height) {
      const answer = await rpc.call('eth_getBlockByNumber', quantity(height), false);
      return shaped(shapes.headerOrNull, answer, `block ${height} at ${rpc.node}`)?.hash ?? null;
    },
    blocks: withTokenTransfers(logs, options.log, blockReader(rpc, options.log)),
    ...mempoolReader(rpc),
    spendersIn: (_block, requested) => spendersIn(rpc, requested),
    hiddenPayments: (accounts, at) => hiddenPayments(rpc, accounts, at),
    transactions: (lookups) => findTransactions(rpc, lookups),
    inspect: (txid) => inspectTransaction(rpc, txid),
    checkNetwork: () => checkChainId(rpc, options),
    async close() {
      rpc.close();
      logs.close();
    },
  };
}

/** Throws ChainUnavailable, also when the node no longer has the block or its state. */
async function hiddenPayments(
  rpc: EvmRpc,
  accounts: readonly AccountBelief[],
  { hash }: BlockRef,
): Promise<readonly IncomingPayment[]> {
  // By hash, so that a reorganization between the calls cannot mix in another block's balances (EIP-1898).
  const place = { blockHash: hash, requireCanonical: true };
  const answers = await rpc.request(
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

/** Null until the consensus client has reported one. Throws ChainUnavailable, also on an unknown tag. */
export async function readFinalBlock(rpc: EvmRpc, finality: Finality): Promise<BlockRef | null> {
  const [answer] = await rpc.request([
    { method: 'eth_getBlockByNumber', params: [finality, false] },
  ]);
  if (answer?.ok === false) {
    if (answer.code === UNKNOWN_BLOCK || UNKNOWN_WORDS.test(answer.message)) return null;
  }
  const what = `the ${finality} block at ${rpc.node}`;
  const header = shaped(shapes.headerOrNull, resultOf(answer, what), what);
  return header && { height: toNumber(header.number), hash: header.hash };
}

// A hint only: low fees are not in the pending block, and payments by contracts are found only in blocks.

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
    // A node without a pending block returns its latest block.
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
