// Which addresses the transactions of a block paid in a token, by the events of its contract. An event is the
// contract's word, no more: what our addresses really gained is measured apart (gained.ts). Pure.
import type { IncomingPayment, Spend } from '../chain.ts';
import type { LogAnswer } from './answers.ts';
import { BY_CONTRACTS } from './payments-of.ts';
import { readAddressWord } from './words.ts';

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

/** The move of an event; null when it is another event, another contract's, or moves nothing. */
export function moveIn(log: LogAnswer, contract: string): TokenMove | null {
  const [event, ...places] = log.topics;
  // ERC-721 has an event of the same name with a third topic, and no amount.
  if (event !== TRANSFERRED || places.length !== 2 || !AMOUNT.test(log.data)) return null;
  if (log.removed === true || log.address.toLowerCase() !== contract) return null;
  const [from, to] = places.map(readAddressWord);
  const amount = BigInt(log.data);
  if (!from || !to || from === to || amount === 0n) return null;
  return { txid: log.transactionHash, from, to, amount };
}

/**
 * One payment for each address that a transaction paid: the sum. The identity of a deposit does not hang on the
 * numbers of events, which are counted in the block and change with it.
 */
export function paymentsOfMoves(moves: readonly TokenMove[]): IncomingPayment[] {
  const payments = new Map<string, IncomingPayment>();
  for (const { txid, to: address, amount } of moves) {
    const key = `${txid} ${address}`;
    const before = payments.get(key)?.amount ?? 0n;
    payments.set(key, {
      ...{ txid, index: BY_CONTRACTS, address, tag: null, amount: before + amount },
    });
  }
  return [...payments.values()];
}

/** Whose tokens moved: without a contract that he allowed to, only he who signed can move them. */
export function spendsOfMoves(moves: readonly TokenMove[]): Spend[] {
  return moves.map(({ txid, from: origin }) => ({ txid, origin, number: null }));
}
