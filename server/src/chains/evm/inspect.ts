// What one transaction pays, from the transaction, its receipt and, for a call of a contract, its trace.
import type { IncomingPayment, Inspection } from '../chain.ts';
import { resultOf, shaped } from '../rpc/json-rpc.ts';
import { bestHashes, NO_DATA, placeOf } from './find-transactions.ts';
import { plainPayment, tracedPayments } from './payments-of.ts';
import { type EvmRpc, type ReceiptAnswer, shapes, type TransactionAnswer } from './rpc.ts';
import { moveIn, paymentsOfMoves } from './token-payments.ts';

const PAYMENT_GAS = 21_000n;
const SUCCEEDED = '0x1';

interface Found {
  readonly transaction: TransactionAnswer;
  readonly receipt: ReceiptAnswer;
}

type Paid = Pick<Inspection, 'payments' | 'isComplete'>;

export function inspectTransaction(rpc: EvmRpc, txid: string): Promise<Inspection> {
  return inspect(rpc, txid, {
    waiting: (transaction) =>
      isCall(transaction) ? null : [plainPayment(transaction)].flatMap((one) => one ?? []),
    mined: ({ transaction }) => etherPaid(rpc, transaction),
  });
}

/** Amounts in the contract's units. */
export function inspectTokenTransaction(
  rpc: EvmRpc,
  contract: string,
  txid: string,
): Promise<Inspection> {
  return inspect(rpc, txid, {
    waiting: () => null,
    mined: async ({ receipt }) => {
      const place = { blockHash: receipt.blockHash, transactionHash: txid };
      const moves = (receipt.logs ?? []).flatMap(
        (log) => moveIn({ ...log, ...place }, contract) ?? [],
      );
      return { payments: paymentsOfMoves(moves), isComplete: true };
    },
  });
}

async function inspect(
  rpc: EvmRpc,
  txid: string,
  paid: {
    readonly waiting: (transaction: TransactionAnswer) => readonly IncomingPayment[] | null;
    readonly mined: (found: Found) => Promise<Paid>;
  },
): Promise<Inspection> {
  const [answer, receiptAnswer] = await rpc.request([
    { method: 'eth_getTransactionByHash', params: [txid] },
    { method: 'eth_getTransactionReceipt', params: [txid] },
  ]);
  const what = `transaction ${txid} at ${rpc.node}`;
  const transaction = shaped(shapes.transactionOrNull, resultOf(answer, what), what);
  if (transaction === null) return UNKNOWN;
  const place = placeOf(transaction, await bestHashes(rpc, [transaction.blockNumber ?? []].flat()));
  if (place.kind === 'unknown') return UNKNOWN;
  if (place.kind === 'mempool') {
    const payments = paid.waiting(transaction);
    return { place, payments, ordinaryFee: feeOf(transaction), isComplete: payments !== null };
  }
  const receipt = shaped(shapes.receipt, resultOf(receiptAnswer, what), what);
  const nothing = { payments: [], isComplete: true };
  const found = receipt.status === SUCCEEDED ? await paid.mined({ transaction, receipt }) : nothing;
  return { place, ...found, ordinaryFee: null };
}

const UNKNOWN: Inspection = {
  place: { kind: 'unknown' },
  payments: [],
  ordinaryFee: null,
  isComplete: true,
};

/** A node without tracing shows only what the transaction itself pays. */
async function etherPaid(rpc: EvmRpc, transaction: TransactionAnswer): Promise<Paid> {
  const plain = [plainPayment(transaction)].flatMap((one) => one ?? []);
  if (!isCall(transaction)) return { payments: plain, isComplete: true };
  const { hash } = transaction;
  const [answer] = await rpc.request([
    { method: 'debug_traceTransaction', params: [hash, { tracer: 'callTracer' }] },
  ]);
  if (answer?.ok !== true) return { payments: plain, isComplete: false };
  const top = shaped(shapes.frame, answer.result, `trace of ${hash} at ${rpc.node}`);
  return { payments: tracedPayments(hash, top), isComplete: true };
}

function isCall({ input }: TransactionAnswer): boolean {
  return input !== NO_DATA;
}

function feeOf({ maxFeePerGas, gasPrice }: TransactionAnswer): bigint | null {
  const price = maxFeePerGas ?? gasPrice;
  return price === undefined ? null : BigInt(price) * PAYMENT_GAS;
}
