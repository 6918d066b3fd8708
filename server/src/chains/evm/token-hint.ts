// What an unconfirmed transaction would pay in a token, where it says so itself: a plain call of the contract. What
// other contracts would pay is seen when it is in a block.
import type { IncomingPayment } from '../chain.ts';
import type { TransactionAnswer } from './answers.ts';
import { readTransferCall } from './token-call.ts';
import { paymentsOfMoves } from './token-payments.ts';

export function tokenHint(
  transaction: TransactionAnswer,
  contract: string,
): IncomingPayment | null {
  const { hash: txid, from, to, input } = transaction;
  const call = to?.toLowerCase() === contract ? readTransferCall(input) : null;
  if (call === null || call.amount === 0n || call.address === from.toLowerCase()) return null;
  const [payment] = paymentsOfMoves([{ txid, from, to: call.address, amount: call.amount }]);
  return payment ?? null;
}
