// The Chain port of a token: Ethereum's blocks with the events of the token's contract (docs/decisions/0021).
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type {
  Block,
  Chain,
  IncomingPayment,
  TransactionFacts,
  TransactionLookup,
} from '../chain.ts';
import { type RpcAnswer, resultOf, shaped } from '../rpc/json-rpc.ts';
import { checkContract } from './check-network.ts';
import { type EvmOptions, evmChain, mempoolReader } from './evm-chain.ts';
import { findTransactions } from './find-transactions.ts';
import { inspectTokenTransaction } from './inspect.ts';
import { type ReadBlocks, readHeaders } from './read-blocks.ts';
import {
  type EvmRpc,
  evmRpc,
  type HeaderAnswer,
  type LogAnswer,
  readNumber,
  shapes,
  type TransactionAnswer,
  toNumber,
} from './rpc.ts';
import {
  balanceCall,
  contractCall,
  contractOf,
  inContract,
  paidInLedger,
  readTransferCall,
} from './token-call.ts';
import {
  logsInReceipts,
  moveIn,
  paymentsOfMoves,
  spendsOfMoves,
  TRANSFERRED,
  transfersCall,
  transfersIn,
} from './token-payments.ts';

const BLOOM_BYTES = 256;

const BITS = BLOOM_BYTES * 8;

/** Throws ChainUnavailable, also when the chain changed during the read. */
function tokenBlockReader(rpc: EvmRpc, contract: string): ReadBlocks {
  return async (fromHeight, count) => {
    const headers = await readHeaders(rpc, fromHeight, count);
    const answers = await rpc.request(headers.map(({ hash }) => transfersCall(contract, hash)));
    const blocks: Block[] = [];
    for (const [n, header] of headers.entries()) {
      const logs = await logsOf(rpc, { header, contract, answer: answers[n] });
      const moves = logs.flatMap((log) => moveIn(log, contract) ?? []);
      const payments = paymentsOfMoves(moves);
      const spends = spendsOfMoves(moves);
      const { number, hash, parentHash, timestamp } = header;
      const time = toNumber(timestamp) * 1000;
      blocks.push({ height: toNumber(number), hash, parentHash, time, payments, spends });
    }
    return blocks;
  };
}

async function logsOf(
  rpc: EvmRpc,
  requested: { header: HeaderAnswer; contract: string; answer: RpcAnswer | undefined },
): Promise<readonly LogAnswer[]> {
  const { header, contract } = requested;
  const logs = transfersIn(rpc, requested.answer, header.hash);
  const { logsBloom } = header;
  // Usually a false positive of the block's bloom filter.
  const isDoubtful =
    logs.length === 0 && logsBloom !== undefined && mayHold(logsBloom, [contract, TRANSFERRED]);
  return isDoubtful ? logsInReceipts(rpc, header) : logs;
}

export function mayHold(bloom: string, entries: readonly string[]): boolean {
  const bytes = hexToBytes(bloom.slice(2));
  return entries.every((entry) => bitsOf(entry).every((bit) => isSet(bytes, bit)));
}

/** The low eleven bits of each of the first three byte pairs of its hash. */
function bitsOf(entry: string): number[] {
  const hash = keccak_256(hexToBytes(entry.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BITS);
}

function isSet(bytes: Uint8Array, bit: number): boolean {
  const byte = bytes[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0;
  return ((byte >> (bit & 7)) & 1) === 1;
}

// A contract's events are only its claim, so the balances before and after a block count (docs/decisions/0021).

/** A full node keeps the balances of 128 blocks (geth, `TriesInMemory`); some arrive during the queries. */
const STATES_RETAINED = 120;

type Place = Pick<Block, 'height' | 'hash' | 'parentHash'>;

/** Null when the node no longer has the state of that block. */
async function gainedOf(
  rpc: EvmRpc,
  contract: string,
  requested: { payments: readonly IncomingPayment[]; block: Place },
): Promise<readonly IncomingPayment[] | null> {
  const { payments, block } = requested;
  const addresses = [...new Set(payments.map(({ address }) => address))];
  const places = [block.parentHash, block.hash].map((blockHash) => ({ blockHash }));
  const answers = await rpc.request(
    addresses.flatMap((address) =>
      places.map((place) => contractCall(contract, balanceCall(address), place)),
    ),
  );
  if (answers.some(({ ok }) => !ok) && (await isPruned(rpc, block.height))) return null;
  const sent = await sentIn(rpc, contract, block.hash);
  const left = new Map<string, bigint>();
  for (const [n, address] of addresses.entries()) {
    const [before, after] = [answers[2 * n], answers[2 * n + 1]].map((answer) =>
      balanceIn(answer, `balance of ${address} in ${contract} at ${rpc.node}`),
    );
    left.set(address, (after ?? 0n) - (before ?? 0n) + (sent.get(address) ?? 0n));
  }
  return shared(payments, left);
}

function balanceIn(answer: RpcAnswer | undefined, what: string): bigint {
  return readNumber(shaped(shapes.data, resultOf(answer, what), what), what);
}

async function isPruned(rpc: EvmRpc, height: number): Promise<boolean> {
  const what = `height of ${rpc.node}`;
  const tip = toNumber(shaped(shapes.quantity, await rpc.call('eth_blockNumber'), what));
  return tip - height >= STATES_RETAINED;
}

/** Payments out of these addresses in the same block, for example sweeps. */
async function sentIn(
  rpc: EvmRpc,
  contract: string,
  hash: string,
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  for (const log of await allTransfers(rpc, contract, hash)) {
    const move = moveIn(log, contract);
    if (move !== null) sums.set(move.from, (sums.get(move.from) ?? 0n) + move.amount);
  }
  return sums;
}

/** The block contains at least the transfer being verified, so a node without logs for it has not indexed it. */
async function allTransfers(
  rpc: EvmRpc,
  contract: string,
  hash: string,
): Promise<readonly LogAnswer[]> {
  const [answer] = await rpc.request([transfersCall(contract, hash)]);
  const logs = transfersIn(rpc, answer, hash);
  if (logs.length > 0) return logs;
  const header = await rpc.call('eth_getBlockByHash', hash, false);
  return logsInReceipts(rpc, shaped(shapes.header, header, `block ${hash} at ${rpc.node}`));
}

/** Credits payments in order until the gain is used up. The last ones get less, or nothing. */
function shared(
  payments: readonly IncomingPayment[],
  left: Map<string, bigint>,
): readonly IncomingPayment[] {
  return payments.flatMap((payment) => {
    const rest = left.get(payment.address) ?? 0n;
    const amount = rest < payment.amount ? rest : payment.amount;
    if (amount <= 0n) return [];
    left.set(payment.address, rest - amount);
    return [{ ...payment, amount }];
  });
}

/** The sender of newly minted tokens (EIP-20, "Transfer"). */
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Opens no connection yet. Every call throws ChainUnavailable when the node cannot be reached. */
export function tokenChain(options: EvmOptions): Chain {
  const rpc = evmRpc(options);
  const { coin } = options;
  const contract = contractOf(coin, options.network);
  const readBlocks = tokenBlockReader(rpc, contract);
  // Ether balances reveal hidden payments of ether, but not of a token.
  const { hiddenPayments: _, ...ethereum } = evmChain(options);
  return {
    ...ethereum,
    blocks: async (fromHeight, count) =>
      (await readBlocks(fromHeight, count)).map((block) => ({
        ...block,
        payments: paidInLedger(coin, block.payments),
      })),
    ...mempoolReader(rpc, (transaction) => {
      const hint = tokenHint(transaction, contract);
      return hint === null ? null : (paidInLedger(coin, [hint])[0] ?? null);
    }),
    async gained(payments, block) {
      const claimed = payments.map((payment) => inContract(coin, payment));
      const gained = await gainedOf(rpc, contract, { payments: claimed, block });
      return gained && paidInLedger(coin, gained);
    },
    async inspect(txid) {
      const found = await inspectTokenTransaction(rpc, contract, txid);
      return { ...found, payments: found.payments && paidInLedger(coin, found.payments) };
    },
    transactions: (lookups) => findTokenTransactions(rpc, contract, lookups),
    async checkNetwork() {
      await ethereum.checkNetwork();
      await checkContract(rpc, options);
    },
    async close() {
      rpc.close();
      await ethereum.close();
    },
  };
}

/** Null unless it calls the contract directly. Other payments are found once they are in a block. */
function tokenHint(transaction: TransactionAnswer, contract: string): IncomingPayment | null {
  const { hash: txid, from, to, input } = transaction;
  const call = to?.toLowerCase() === contract ? readTransferCall(input) : null;
  if (call === null || call.amount === 0n || call.address === from.toLowerCase()) return null;
  const [payment] = paymentsOfMoves([{ txid, from, to: call.address, amount: call.amount }]);
  return payment ?? null;
}

async function findTokenTransactions(
  rpc: EvmRpc,
  contract: string,
  lookups: readonly TransactionLookup[],
): Promise<readonly TransactionFacts[]> {
  const found = await findTransactions(rpc, lookups);
  const mined = [
    ...new Set(lookups.flatMap(({ txid }, n) => (found[n]?.place.kind === 'block' ? [txid] : []))),
  ];
  const answers = await rpc.request(
    mined.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
  );
  const senders = new Map<string, readonly string[]>();
  for (const [n, txid] of mined.entries()) {
    const what = `receipt of ${txid} at ${rpc.node}`;
    const { logs } = shaped(shapes.loggedReceipt, resultOf(answers[n], what), what);
    const from = logs.flatMap((log) => moveIn(log, contract)?.from ?? []);
    senders.set(
      txid,
      [...new Set(from)].filter((address) => address !== ZERO_ADDRESS),
    );
  }
  return found.map((facts, n) => {
    const sources = [
      ...new Set([...facts.sources, ...(senders.get(lookups[n]?.txid ?? '') ?? [])]),
    ];
    return { ...facts, sources: sources.filter((source) => source !== contract) };
  });
}
