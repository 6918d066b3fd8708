// Payments in a token, as claimed by the events of its contract. token-chain.ts verifies the amounts.
import { ChainUnavailable, type IncomingPayment, type Spend } from '../chain.ts';
import { type RpcAnswer, type RpcCall, resultOf, shaped } from '../rpc/json-rpc.ts';
import { BY_CONTRACTS } from './payments-of.ts';
import { type EvmRpc, type HeaderAnswer, type LogAnswer, readAddressWord, shapes } from './rpc.ts';

/** Transfer(address,address,uint256) (EIP-20). */
export const TRANSFERRED = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const AMOUNT = /^0x[0-9a-fA-F]{64}$/;

export interface TokenMove {
  readonly txid: string;
  readonly from: string;
  readonly to: string;
  /** In the token's smallest unit. Positive. */
  readonly amount: bigint;
}

/** Null for another event, another contract, or an amount of zero. */
export function moveIn(log: LogAnswer, contract: string): TokenMove | null {
  const [event, ...places] = log.topics;
  // ERC-721 has an event with the same name, a third topic, and no amount.
  if (event !== TRANSFERRED || places.length !== 2 || !AMOUNT.test(log.data)) return null;
  if (log.removed === true || log.address.toLowerCase() !== contract) return null;
  const [from, to] = places.map(readAddressWord);
  const amount = BigInt(log.data);
  if (!from || !to || from === to || amount === 0n) return null;
  return { txid: log.transactionHash, from, to, amount };
}

/** Summed per transaction and address: a reorganization changes event indexes, so they identify no deposit. */
export function paymentsOfMoves(moves: readonly TokenMove[]): IncomingPayment[] {
  const payments = new Map<string, IncomingPayment>();
  for (const { txid, to: address, amount } of moves) {
    const key = `${txid} ${address}`;
    const before = payments.get(key)?.amount ?? 0n;
    payments.set(key, {
      txid,
      index: BY_CONTRACTS,
      address,
      tag: null,
      amount: before + amount,
    });
  }
  return [...payments.values()];
}

/** Only the owner can move tokens, unless the owner approved a contract. */
export function spendsOfMoves(moves: readonly TokenMove[]): Spend[] {
  return moves.map(({ txid, from: origin }) => ({ txid, origin, number: null }));
}

/**
 * Uses the node's event index. When that returns nothing, callers read the receipts, because an index that lags behind
 * would hide a payment. Requested by block hash, so that no data of a sibling block is mixed in. Without a contract,
 * returns the transfers of all contracts.
 */
export function transfersCall(contract: string | null, blockHash: string): RpcCall {
  const filter = { blockHash, ...(contract !== null && { address: contract }) };
  return { method: 'eth_getLogs', params: [{ ...filter, topics: [TRANSFERRED] }] };
}

export function transfersIn(
  rpc: EvmRpc,
  answer: RpcAnswer | undefined,
  hash: string,
): readonly LogAnswer[] {
  const what = `events of block ${hash} at ${rpc.node}`;
  return ofBlock(shaped(shapes.logs, resultOf(answer, what), what), hash, what);
}

/** Throws ChainUnavailable. */
export async function logsInReceipts(
  rpc: EvmRpc,
  { hash, transactions }: Pick<HeaderAnswer, 'hash' | 'transactions'>,
): Promise<readonly LogAnswer[]> {
  const what = `receipts of block ${hash} at ${rpc.node}`;
  const [answer] = await rpc.request([{ method: 'eth_getBlockReceipts', params: [hash] }]);
  // Nodes that do not support the call report that in different ways, but every node supports single receipts.
  const receipts =
    answer?.ok === false
      ? await oneByOne(rpc, transactions, what)
      : shaped(shapes.loggedReceipts, resultOf(answer, what), what);
  const found = new Set(receipts.map(({ transactionHash }) => transactionHash));
  const isWhole =
    receipts.length === transactions.length && transactions.every((txid) => found.has(txid));
  if (!isWhole) throw new ChainUnavailable(`${what} are of other transactions`);
  return receipts.flatMap(({ logs }) => ofBlock(logs, hash, what));
}

async function oneByOne(rpc: EvmRpc, txids: readonly string[], what: string) {
  const answers = await rpc.request(
    txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] })),
  );
  return answers.map((answer) => shaped(shapes.loggedReceipt, resultOf(answer, what), what));
}

function ofBlock(logs: readonly LogAnswer[], hash: string, what: string): readonly LogAnswer[] {
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new ChainUnavailable(`${what} are of another block`);
  return logs;
}
