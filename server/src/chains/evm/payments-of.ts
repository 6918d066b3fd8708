// Which addresses a transaction paid. A plain transfer says so itself; what contracts paid on the way is in the
// trace of its calls. Pure.
import { ChainUnavailable, type IncomingPayment, type Spend } from '../chain.ts';
import type { Frame, TransactionAnswer } from './answers.ts';
import { toNumber } from './quantity.ts';

/** The index of what a transaction pays by itself, without any contract. */
const PLAIN = 0;
/** The index of what contracts paid in a transaction: one payment for each address, which tells them apart. */
export const BY_CONTRACTS = 1;

/** A plain transfer; null when it moves nothing. The caller knows that it was carried out. */
export function plainPayment(transaction: TransactionAnswer): IncomingPayment | null {
  const { hash: txid, to, value } = transaction;
  const amount = BigInt(value);
  if (to === null || amount === 0n) return null;
  return { txid, index: PLAIN, address: to.toLowerCase(), tag: null, amount };
}

/**
 * What a transaction paid, by the trace of its calls. What contracts paid is one payment for each address, so that a
 * deposit is the same whichever way the contract's code took.
 */
export function tracedPayments(txid: string, top: Frame): IncomingPayment[] {
  if (top.error !== undefined) return [];
  const payments: IncomingPayment[] = [];
  const plain = paidBy(top);
  if (plain !== null) payments.push({ txid, index: PLAIN, tag: null, ...plain });
  const inside = new Map<string, bigint>();
  addPaid(top.calls ?? [], inside);
  for (const [address, amount] of inside) {
    payments.push({ txid, index: BY_CONTRACTS, address, tag: null, amount });
  }
  return payments;
}

/** What a transaction uses up, carried out or not: a number of who signed it. */
export function signedSpend({ hash: txid, from, nonce }: TransactionAnswer): Spend {
  return { txid, origin: from.toLowerCase(), number: toNumber(nonce) };
}

/** The same by the trace of its calls, the first of which the signer makes. Throws ChainUnavailable. */
export function tracedSpend(txid: string, { from }: Frame): Spend {
  if (from === undefined) throw new ChainUnavailable(`the trace of ${txid} lacks its sender`);
  return { txid, origin: from.toLowerCase(), number: null };
}

/** A call that failed undid what it had called. */
function addPaid(frames: readonly Frame[], sums: Map<string, bigint>): void {
  for (const frame of frames) {
    if (frame.error !== undefined) continue;
    const paid = paidBy(frame);
    if (paid !== null) sums.set(paid.address, (sums.get(paid.address) ?? 0n) + paid.amount);
    addPaid(frame.calls ?? [], sums);
  }
}

/**
 * The frames that move ether to an address. Not CREATE, which pays a contract that nobody has the key of, and not
 * DELEGATECALL and CALLCODE, whose value stays where it is.
 */
const PAYING = new Set(['CALL', 'SELFDESTRUCT']);

function paidBy({ type, to, value }: Frame): { address: string; amount: bigint } | null {
  const amount = BigInt(value ?? 0);
  if (!PAYING.has(type) || to === undefined || amount === 0n) return null;
  return { address: to.toLowerCase(), amount };
}
