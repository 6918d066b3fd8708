// The Chain port over the JSON-RPC of an Ethereum node. Blocks are read by hash, so all data of a block is consistent.
// Payments from contracts are found in traces, on nodes that provide them (docs/decisions/0020). Needs no archive, and
// no index beyond what every full node has.
import type { Coin, Network } from '../../coins/coin.ts';
import type { Log } from '../../core/log.ts';
import type { AccountBelief, BlockRef, Chain, Finality, IncomingPayment } from '../chain.ts';
import { resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { checkChainId } from './check-chain-id.ts';
import { findTransactions, spendersIn } from './find-transactions.ts';
import { BY_CONTRACTS } from './payments-of.ts';
import { quantity, toNumber } from './quantity.ts';
import { blockReader } from './read-blocks.ts';
import { mempoolReader } from './read-mempool.ts';
import {
  LOGS_BYTES_MAX,
  LOGS_TIMEOUT_MILLISECONDS,
  withTokenTransfers,
} from './read-token-transfers.ts';
import { type EvmRpc, evmRpc } from './rpc.ts';

export interface EvmOptions {
  readonly coin: Coin;
  readonly network: Network;
  /** `http://host:8545`. Messages omit a login or a key in it. */
  readonly url: string;
  readonly log: Log;
  /** The network's finality level that decides when a payment counts; without it, a depth decides. */
  readonly finality?: Finality;
  /** Per exchange with the node. Defaults to 30 seconds. */
  readonly timeoutMilliseconds?: number;
}

/** The execution API's "Unknown block"; geth returns it for the tag until its consensus client reports such a block. */
const UNKNOWN_BLOCK = -39_001;
const UNKNOWN_WORDS = /(safe|finalized) block not found|unknown block/i;

/** Opens no connection: the first call connects. Every call throws ChainUnavailable when the node cannot be reached. */
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

/**
 * Null until the consensus client has reported one to the node. Throws ChainUnavailable, also when the node does not
 * know the tag (eth_getBlockByNumber, execution API specification).
 */
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
