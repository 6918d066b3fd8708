// The addresses that a transaction paid: its recipient, or the payments by contracts in the call trace.
import { ChainUnavailable, type IncomingPayment, type Spend } from '../chain.ts';
import { type Frame, type TransactionAnswer, toNumber } from './rpc.ts';

const PLAIN = 0;
/** There is one payment by contracts per transaction and address, so the address distinguishes them. */
export const BY_CONTRACTS = 1;

/** Null when the transfer moves nothing. The caller has checked that the transaction succeeded. */
export function plainPayment(transaction: TransactionAnswer): IncomingPayment | null {
  const { hash: txid, to, value } = transaction;
  const amount = BigInt(value);
  if (to === null || amount === 0n) return null;
  return { txid, index: PLAIN, address: to.toLowerCase(), tag: null, amount };
}

/** Summed per address, so that a deposit does not depend on the path of the contract's code. */
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

/** A failed transaction also uses up a nonce. */
export function signedSpend({ hash: txid, from, nonce }: TransactionAnswer): Spend {
  return { txid, origin: from.toLowerCase(), number: toNumber(nonce) };
}

/** The signer makes the first call of the trace. Throws ChainUnavailable. */
export function tracedSpend(txid: string, { from }: Frame): Spend {
  if (from === undefined) throw new ChainUnavailable(`the trace of ${txid} lacks its sender`);
  return { txid, origin: from.toLowerCase(), number: null };
}

/** A failed call reverted its nested calls. */
function addPaid(frames: readonly Frame[], sums: Map<string, bigint>): void {
  for (const frame of frames) {
    if (frame.error !== undefined) continue;
    const paid = paidBy(frame);
    if (paid !== null) sums.set(paid.address, (sums.get(paid.address) ?? 0n) + paid.amount);
    addPaid(frame.calls ?? [], sums);
  }
}

/** Excludes CREATE, which pays a contract that has no key, and DELEGATECALL and CALLCODE, whose value does not move. */
const PAYING = new Set(['CALL', 'SELFDESTRUCT']);

function paidBy({ type, to, value }: Frame): { address: string; amount: bigint } | null {
  const amount = BigInt(value ?? 0);
  if (!PAYING.has(type) || to === undefined || amount === 0n) return null;
  return { address: to.toLowerCase(), amount };
}
